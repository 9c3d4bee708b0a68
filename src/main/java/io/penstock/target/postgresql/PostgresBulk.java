package io.penstock.target.postgresql;

import io.penstock.config.ConnectionUrl;
import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.target.BulkWriter;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Copies a part of a table by COPY in one transaction, the guard first. Where the target holds rows of that part
 * already, the new content replaces the old: as a whole, or key by key where the target has columns of its own.
 */
public final class PostgresBulk implements BulkWriter {
    private final JdbcSession session;
    private final TableDefinition table;
    private final KeyRange range;
    private final String where;
    private final BulkPlan plan;
    private final PostgresSchema schema;
    private CopyIn copy;

    private PostgresBulk(
            JdbcSession session,
            TableDefinition table,
            KeyRange range,
            String where,
            BulkPlan plan,
            PostgresSchema schema) {
        this.session = session;
        this.table = table;
        this.range = range;
        this.where = where;
        this.plan = plan;
        this.schema = schema;
    }

    /**
     * @param schema knows what the target has, and is told what was copied
     * @param triggersOff whether the role may switch off triggers and foreign-key checks
     */
    public static BulkOpener opener(ConnectionUrl url, PostgresSchema schema, BooleanSupplier triggersOff) {
        return (table, range, session, guard) ->
                open(url, schema, triggersOff.getAsBoolean(), table, range, session, guard);
    }

    private static PostgresBulk open(
            ConnectionUrl url,
            PostgresSchema schema,
            boolean triggersOff,
            TableDefinition table,
            KeyRange range,
            String name,
            Statement guard) {
        String where = "copying the table " + table.name();
        JdbcSession session = null;
        try {
            session = JdbcSession.open(url, name, triggersOff);
            guarded(session, guard, where);
            BulkPlan plan = BulkPlan.of(table, place(session, schema, triggersOff, table, range));
            PostgresBulk bulk = new PostgresBulk(session, table, range, where, plan, schema);
            bulk.begin();
            return bulk;
        } catch (SQLException e) {
            close(session);
            throw BulkErrors.of(e, where);
        } catch (RuntimeException e) {
            close(session);
            throw e;
        }
    }

    private static void guarded(JdbcSession session, Statement guard, String where) {
        try {
            session.execute(guard);
        } catch (SQLException e) {
            throw BulkErrors.ofGuard(e, where);
        }
    }

    private static BulkPlace place(
            JdbcSession session, PostgresSchema tables, boolean triggersOff, TableDefinition table, KeyRange range)
            throws SQLException {
        TableName parent = table.partition() == null ? null : table.partition().of();
        TargetTable own = tables.find(table.name());
        TargetTable into = own != null || parent == null ? own : tables.find(parent);
        if (into == null) {
            throw new TargetException(
                    Kind.FINAL,
                    "42P01",
                    "The target has no table " + table.name(),
                    "create it on the target, or set createTables: true",
                    null);
        }
        for (String column : BulkPlan.copied(table)) {
            if (into.column(column) == null) {
                throw Refusal.of(
                        "The target table " + into.name() + " lacks the column " + column + " of the source",
                        "ALTER TABLE " + Quoting.name(into.name()) + " ADD COLUMN " + Quoting.identifier(column) + " "
                                + table.schema()
                                        .columns()
                                        .get(table.schema().indexOf(column))
                                        .type());
            }
        }
        String name = Quoting.name(into.name());
        boolean partitioned = session.texts(
                        "SELECT relkind::text FROM pg_catalog.pg_class WHERE oid = ?::text::pg_catalog.regclass", name)
                .contains("p");
        String rows = (partitioned ? "" : "ONLY ") + name;
        // Where the order isn't ours to know, the range was filled by nobody, or the table wouldn't be divided.
        boolean unknown = !range.isAll() && !tables.hasReplaceableParts(table.name());
        String condition = unknown ? null : condition(table, into, range);
        boolean empty = unknown
                || session.texts("SELECT 1 WHERE EXISTS (SELECT FROM " + rows
                                + (condition == null ? "" : " WHERE " + condition) + ")")
                        .isEmpty();
        return new BulkPlace(into, partitioned, own != null, condition, empty, triggersOff);
    }

    private static String condition(TableDefinition table, TargetTable into, KeyRange range) {
        List<String> key = table.schema().keyNames();
        return range.condition(
                key.stream().map(Quoting::identifier).toList(),
                (place, value) -> Quoting.literal(value) + "::"
                        + into.column(key.get(place)).castType());
    }

    private void begin() throws SQLException {
        for (String statement : plan.before()) {
            session.execute(statement);
        }
        copy = session.connection().unwrap(PGConnection.class).getCopyAPI().copyIn(plan.copy());
    }

    @Override
    public void write(byte[] block) {
        try {
            copy.writeToCopy(block, 0, block.length);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public long finish(Statement mark) {
        try {
            long rows = copy.endCopy();
            for (String statement : plan.after()) {
                session.execute(statement);
            }
            if (mark != null) {
                session.execute(mark);
            }
            // Parts that are copied at once would wait for each other at the ledger's row.
            if (range.lower() == null) {
                session.execute(TableLedger.copied(table));
            }
            session.connection().commit();
            schema.copied(table);
            return rows;
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            session.close();
        }
    }

    private TargetException failed(SQLException error) {
        return BulkErrors.of(error, where);
    }

    /** The server forgets what was not committed when the session ends; a COPY under way is told to stop. */
    @Override
    public void close() {
        try {
            if (copy != null && copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException alreadyBroken) {
            // the session ends either way
        } finally {
            session.close();
        }
    }

    private static void close(JdbcSession session) {
        if (session != null) {
            session.close();
        }
    }

    /** For messages. */
    @Override
    public String toString() {
        return where;
    }
}
