package io.penstock.source.mysql;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Described;
import io.penstock.model.TableDefinition;
import io.penstock.source.SourceException;
import io.penstock.source.mysql.TableShapes.Mapped;
import io.penstock.source.mysql.TableShapes.Shape;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Events of the binary log to mutations. Every kind of event is on the list of {@link EventKind}; every statement on
 * that of {@link DdlReader}.
 *
 * <p>Ordinals count the events with rows or statements of a transaction, of all tables, in their upper half, and the
 * rows of one event in their lower one: rows of tables that are not replicated need not be read to be counted.
 */
final class BinlogDecoder {
    private static final int EVENT_SHIFT = 32;
    private static final int STANDALONE = 1;
    private static final int PREPARED_XA = 64;
    private static final int COMPLETED_XA = 128;
    private static final long MICROS_PER_MILLI = 1000;

    private final LogPosition position;
    private final Charsets charsets;
    private final TableShapes shapes;
    private final TableStatements statements;
    private final RowEvents rows;
    private final Consumer<Mutation> out;
    private final Map<Long, Shape> mapped = new HashMap<>();

    private boolean standalone;
    private boolean somethingEmitted;
    private long events;

    BinlogDecoder(
            LogPosition position,
            Charsets charsets,
            TableShapes shapes,
            TableStatements statements,
            RowsDecoder rows,
            Cascades cascades,
            Consumer<Mutation> out) {
        this.position = position;
        this.charsets = charsets;
        this.shapes = shapes;
        this.statements = statements;
        this.rows = new RowEvents(rows, cascades, this::emit);
        this.out = out;
    }

    /** @throws SourceException final, on anything that is not on the list or is malformed */
    void decode(RawEvent event) {
        EventKind kind = EventKind.of(event.code());
        if (kind == null) {
            throw refused("of kind " + event.code(), "is not one that Penstock knows");
        }
        try {
            switch (kind.fate()) {
                case APPLIED -> apply(kind, event);
                case REFUSED -> throw refused(kind.name(), "can't be replicated");
                case STATEMENT, IGNORED, HEARTBEAT -> {
                    // Statements' variables are judged with their statement.
                }
            }
        } catch (IndexOutOfBoundsException e) {
            throw refused(kind.name(), "is cut short or damaged: " + e.getMessage());
        }
    }

    private void apply(EventKind kind, RawEvent event) {
        EventBytes in = event.body();
        switch (kind) {
            case ROTATE -> {
                long offset = in.int64();
                position.rotated(in.utf8(in.remaining()), offset);
            }
            case GTID -> {
                in.skip(1);
                HexFormat hex = HexFormat.of();
                String id = hex.formatHex(in.copy(4)) + "-" + hex.formatHex(in.copy(2)) + "-"
                        + hex.formatHex(in.copy(2)) + "-" + hex.formatHex(in.copy(2)) + "-" + hex.formatHex(in.copy(6));
                begin(() -> position.begins(id, in.int64()), true);
            }
            case ANONYMOUS_GTID ->
                begin(() -> position.beginsUnnamed(event.nextPosition() - event.bytes().length), true);
            case MARIADB_GTID -> {
                long sequence = in.int64();
                long domain = in.uint32();
                int flags = in.uint8();
                begin(() -> position.begins(domain, event.getServerId(), sequence), (flags & STANDALONE) != 0);
                if ((flags & (PREPARED_XA | COMPLETED_XA)) != 0) {
                    throw xa();
                }
            }
            case QUERY, QUERY_COMPRESSED ->
                statement(QueryEvent.decode(in, kind == EventKind.QUERY_COMPRESSED, charsets), event);
            case XID -> end(event);
            case TABLE_MAP -> map(in);
            default -> rows(kind, event, in);
        }
    }

    private void begin(Runnable begins, boolean alone) {
        if (position.isInTransaction()) {
            throw refused("that begins a transaction", "comes inside of another");
        }
        begins.run();
        standalone = alone;
        somethingEmitted = false;
        events = 0;
        mapped.clear();
    }

    private void end(RawEvent event) {
        if (!position.isInTransaction()) {
            throw refused("that ends a transaction", "comes outside of one");
        }
        var stamp = position.ends(event.nextPosition());
        if (somethingEmitted) {
            out.accept(new Commit(stamp, event.getTimestamp() * MICROS_PER_MILLI));
        }
    }

    private void statement(QueryEvent query, RawEvent event) {
        Ddl ddl = DdlReader.read(query);
        if (ddl instanceof Ddl.Begin) {
            standalone = false;
        } else if (ddl instanceof Ddl.Commit) {
            end(event);
        } else if (ddl instanceof Ddl.Rollback) {
            rolledBack(event);
        } else if (ddl instanceof Ddl.Xa) {
            throw xa();
        } else if (ddl instanceof Ddl.Dml) {
            throw inStatementFormat(query);
        } else if (ddl instanceof Ddl.Unknown) {
            throw refused("with a statement", "can't be judged: " + SqlTokens.shown(query.sql()));
        } else if (!(ddl instanceof Ddl.Savepoint)) {
            if (!position.isInTransaction()) {
                throw refused("with a statement", "comes outside of a transaction: " + SqlTokens.shown(query.sql()));
            }
            statements.mutations(ddl, query, position.underWay(), ordinal()).forEach(this::emit);
            events++;
            if (standalone && !(ddl instanceof Ddl.Create create && create.withRows())) {
                end(event);
            } else {
                standalone = false;
            }
        }
    }

    /** Rows of engines without transactions stay although the transaction was taken back, and others do not. */
    private void rolledBack(RawEvent event) {
        if (somethingEmitted) {
            throw refused(
                    "ROLLBACK",
                    "takes a transaction back that changed tables of an engine without transactions (such as MyISAM)"
                            + " besides others; the log does not say which of its rows remain");
        }
        end(event);
    }

    private void map(EventBytes in) {
        long number = in.uint48();
        in.skip(2);
        Mapped description = shapes.map(in, position.underWay());
        mapped.put(number, description.shape());
        long at = ordinal();
        for (TableDefinition news : description.news()) {
            emit(new Described(position.underWay(), at++, news.schema(), news));
        }
    }

    private void rows(EventKind kind, RawEvent event, EventBytes in) {
        if (!position.isInTransaction()) {
            throw refused("with rows", "comes outside of a transaction");
        }
        long number = in.uint48();
        int flags = in.uint16();
        Shape shape = mapped.get(number);
        if (shape == null) {
            throw refused("with rows", "is of table " + number + ", which the transaction does not describe");
        }
        if (shape.map() != null) {
            rows.read(kind, flags, shape, in, position.underWay(), ordinal());
        }
        events++;
    }

    /** Of the next event with rows or a statement; its rows count from one above. */
    private long ordinal() {
        return events + 1 << EVENT_SHIFT;
    }

    private void emit(Mutation mutation) {
        somethingEmitted = true;
        out.accept(mutation);
    }

    private SourceException inStatementFormat(QueryEvent query) {
        return SourceException.fatal(
                "a statement changed rows at " + where() + " and the log does not say which: "
                        + SqlTokens.shown(query.sql()),
                "SET GLOBAL binlog_format = 'ROW' on the source, make its sessions connect anew, and begin a new loop (a"
                        + " copy)");
    }

    private SourceException xa() {
        return SourceException.fatal(
                "an XA transaction stands in the log at " + where() + ", which Penstock does not replicate",
                "keep XA transactions away from this server, and begin a new loop behind them (a copy)");
    }

    private SourceException refused(String what, String why) {
        return SourceException.fatal(
                "the event " + what + " at " + where() + " " + why,
                "look at it with mysqlbinlog (mariadb-binlog); begin a new loop behind it (a copy), or report it");
    }

    private String where() {
        return (position.isInTransaction() ? position.underWay() : position.covered()) + " in " + position.file();
    }
}
