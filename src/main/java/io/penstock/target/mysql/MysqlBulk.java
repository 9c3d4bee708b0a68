package io.penstock.target.mysql;

import static io.penstock.target.mysql.Quoting.identifier;

import io.penstock.model.Column;
import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.target.BulkWriter;
import io.penstock.target.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Copies a part of a table by INSERTs of many rows in one transaction, the guard first. What the target holds of that
 * part is replaced: as a whole, or key by key where the target has columns of its own, so that their values stay.
 */
final class MysqlBulk implements BulkWriter {
    private static final int FLUSH_BYTES = 1 << 20;
    /** A table of the session's own, with the keys that were copied. */
    private static final String COPIED = "penstock_copied";

    private final BulkSession session;
    private final KnownTables tables;
    private final TableDefinition table;
    private final WritePlan plan;
    /** Of the part, with the table before each column; null for all of it. */
    private final String condition;

    private final boolean whole;
    private final boolean merge;
    private final KeyedStatements keyed;
    private final String insert;
    private final CopyLines lines;
    private final List<Tuple> waiting = new ArrayList<>();
    private final Place place;
    private long waitingBytes;
    private long rows;

    private MysqlBulk(
            BulkSession session,
            KnownTables tables,
            TableDefinition table,
            WritePlan plan,
            KeyRange range,
            String condition,
            boolean merge) {
        this.session = session;
        this.tables = tables;
        this.table = table;
        this.plan = plan;
        this.condition = condition;
        this.whole = range.lower() == null;
        this.merge = merge;
        this.keyed = merge ? new KeyedStatements(plan, new FreshRows()) : null;
        this.insert = KeyedStatements.insertInto(plan) + " VALUES ";
        this.lines = new CopyLines(plan.schema().columns().size(), this::take);
        this.place = new Place.Frame("copying the table " + table.name());
    }

    /** @param range what the target holds in it is replaced */
    static MysqlBulk open(
            BulkSession session, KnownTables tables, TableDefinition table, KeyRange range, Statement guard) {
        try {
            WritePlan plan = tables.plan(sent(table));
            Place place = new Place.Frame("copying the table " + table.name());
            boolean keyed = !table.schema().isKeyless();
            KnownTable known = tables.get(table.name());
            // Where the order isn't ours to know, the range was filled by nobody, or the table wouldn't be divided.
            boolean unknown = !range.isAll() && !known.hasOneOrder();
            String condition = unknown ? null : new BulkRange(plan, range, place).condition("");
            session.send(temporaryTable(plan, keyed), place);
            session.send("START TRANSACTION; " + Texts.of(guard), Place.Guard.STATEMENT);
            // Read without a lock: parts that are copied beside this one hold theirs until they are done.
            boolean empty = unknown
                    || session.send("SELECT 1 FROM " + plan.table() + where(condition) + " LIMIT 1", place)
                            .isEmpty();
            boolean merge = keyed && !empty && plan.hasForeignColumns();
            if (!empty && !merge) {
                session.send("DELETE FROM " + plan.table() + where(condition), place);
            }
            String ofTable = unknown ? null : new BulkRange(plan, range, place).condition(plan.table() + ".");
            return new MysqlBulk(session, tables, table, plan, range, ofTable, merge);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private static String where(String condition) {
        return condition == null ? "" : " WHERE " + condition;
    }

    private static String temporaryTable(WritePlan plan, boolean keyed) {
        if (!keyed || !plan.hasForeignColumns()) {
            return "DO 0";
        }
        return "CREATE TEMPORARY TABLE " + copied(plan) + " AS SELECT " + keyColumns(plan, "") + " FROM " + plan.table()
                + " WHERE FALSE";
    }

    private static String copied(WritePlan plan) {
        return identifier(plan.target().name().schema()) + "." + COPIED;
    }

    private static String keyColumns(WritePlan plan, String alias) {
        return java.util.Arrays.stream(plan.key())
                .mapToObj(k -> alias + plan.column(k))
                .collect(Collectors.joining(", "));
    }

    /** The columns that the reader sends, in its order. */
    private static TableSchema sent(TableDefinition table) {
        TableSchema shape = table.schema();
        List<Column> columns = TableDdl.written(table);
        List<String> names = columns.stream().map(Column::name).toList();
        List<Integer> key = shape.keyNames().stream().map(names::indexOf).toList();
        return new TableSchema(shape.name(), shape.sourceId(), columns, key, shape.fullIdentity(), shape.product());
    }

    @Override
    public void write(byte[] block) {
        lines.accept(block);
    }

    private void take(Tuple row) {
        waiting.add(row);
        waitingBytes += row.retainedBytes();
        rows++;
        if (waitingBytes > FLUSH_BYTES) {
            flush();
        }
    }

    private void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        TransactionText text = new TransactionText(session.maxPacketBytes());
        if (merge) {
            keyed.upsert(waiting, text);
            remember(text);
        } else {
            KeyedStatements.insert(plan, insert, "", waiting, place, text);
        }
        text.parts().forEach(part -> session.send(part.text(), place));
        waiting.clear();
        waitingBytes = 0;
    }

    private void remember(TransactionText text) {
        for (Tuple row : waiting) {
            StringBuilder sql =
                    text.begin().append("INSERT INTO ").append(copied(plan)).append(" VALUES (");
            for (int i = 0; i < plan.key().length; i++) {
                sql.append(i == 0 ? "" : ", ");
                plan.value(row, plan.key()[i], place, sql);
            }
            sql.append(')');
            text.ended();
        }
    }

    @Override
    public long finish(Statement mark) {
        try {
            lines.end();
            flush();
            if (merge) {
                removeOthers();
            }
            if (mark != null) {
                session.send(Texts.of(mark), place);
            }
            TableRecord record = copiedRecord();
            // Parts that are copied at once would wait for each other at the ledger's row.
            if (whole) {
                session.send(Texts.of(TableLedger.save(record)), place);
            }
            session.send("COMMIT", place);
            KnownTable known = tables.get(table.name());
            tables.put(table.name(), new KnownTable(known.target(), record, table));
            return rows;
        } finally {
            session.close();
        }
    }

    /** The table was copied in this shape: it holds these rows now, whatever it held before. */
    private TableRecord copiedRecord() {
        TableRecord before = tables.get(table.name()).record();
        return TableRecord.of(table, before.name(), before.made());
    }

    /** Rows of the part that the source does not have. */
    private void removeOthers() {
        session.send("ALTER TABLE " + copied(plan) + " ADD INDEX (" + keyColumns(plan, "") + ")", place);
        String same = java.util.Arrays.stream(plan.key())
                .mapToObj(k -> "c." + plan.column(k) + " = " + plan.table() + "." + plan.column(k))
                .collect(Collectors.joining(" AND "));
        session.send(
                "DELETE FROM " + plan.table() + " WHERE NOT EXISTS (SELECT 1 FROM " + copied(plan) + " c WHERE " + same
                        + ")" + (condition == null ? "" : " AND " + condition),
                place);
    }

    /** The server forgets what was not committed when the session ends. */
    @Override
    public void close() {
        session.close();
    }
}
