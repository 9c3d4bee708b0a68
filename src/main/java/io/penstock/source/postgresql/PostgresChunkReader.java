package io.penstock.source.postgresql;

import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.source.Backfiller.Chunk;
import io.penstock.source.Backfiller.ChunkReader;
import io.penstock.stamp.LsnStamp;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** Reads parts of tables, each in a transaction of its own, on one connection. */
final class PostgresChunkReader implements ChunkReader {
    private static final String MOMENT = "SELECT " + SnapshotMoment.CURRENT;
    /** Read behind the moment: the commit of all that it sees was in the log by then, if not on disk. */
    private static final String POSITION = "SELECT pg_catalog.pg_current_wal_insert_lsn()::text";

    private static final String UNDEFINED_TABLE = "42P01";
    private static final String UNDEFINED_SCHEMA = "3F000";

    private final Connections connections;
    private final ShapesAtMoment shapes;
    /** Opened and closed by the thread that reads; another one may cut it. */
    private volatile Connection connection;

    PostgresChunkReader(Connections connections, ShapesAtMoment shapes) {
        this.connections = connections;
        this.shapes = shapes;
    }

    @Override
    public List<String> keyBehind(TableDefinition table, List<String> behind, long rows) {
        KeyText key = new KeyText(table);
        String columns = String.join(", ", key.columns());
        String where = new KeyRange(behind, null).isAll() ? "" : " WHERE " + key.condition(new KeyRange(behind, null));
        String sql = "SELECT " + columns + " FROM " + Quoting.table(table.name()) + where + " ORDER BY " + columns
                + " OFFSET " + (rows - 1) + " LIMIT 1";
        return tried("plan the copy of " + table.name() + " from " + connections.where(), () -> {
            try (Statement statement = connection().createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                return row.next() ? values(row, key.size()) : null;
            } catch (SQLException e) {
                if (isMissing(e)) { // opening it will say so
                    return null;
                }
                throw e;
            }
        });
    }

    private static List<String> values(ResultSet row, int columns) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            values.add(row.getString(i + 1));
        }
        return values;
    }

    @Override
    public Chunk open(TableName table, KeyRange range) {
        String doing = "copy " + table + " from " + connections.where();
        return tried(doing, () -> opened(doing, table, range));
    }

    private Chunk opened(String doing, TableName table, KeyRange range) throws SQLException {
        Connection open = connection();
        try (Statement statement = open.createStatement()) {
            statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
            // Before the snapshot: a table rewritten between the two would look empty.
            if (!locked(statement, table)) {
                statement.execute("ROLLBACK");
                return null;
            }
            SnapshotMoment moment = SnapshotMoment.parse(one(statement, MOMENT));
            LsnStamp position = LsnStamp.before(LsnStamp.parseLsn(one(statement, POSITION)));
            ReplicatedTable replicated = shapes.find(open, table);
            if (replicated == null) {
                statement.execute("ROLLBACK");
                return null;
            }
            CopyText copy = new CopyText(replicated, range);
            return new PostgresChunk(
                    doing,
                    open,
                    open.unwrap(PGConnection.class).getCopyAPI().copyOut(copy.sql()),
                    replicated.definition(),
                    moment,
                    position);
        }
    }

    private static boolean locked(Statement statement, TableName table) throws SQLException {
        try {
            statement.execute("LOCK TABLE " + Quoting.table(table) + " IN ACCESS SHARE MODE");
            return true;
        } catch (SQLException e) {
            if (isMissing(e)) {
                return false;
            }
            throw e;
        }
    }

    private static boolean isMissing(SQLException error) {
        return UNDEFINED_TABLE.equals(error.getSQLState()) || UNDEFINED_SCHEMA.equals(error.getSQLState());
    }

    private static String one(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private <T> T tried(String doing, BlockingWork.Work<T> work) {
        try {
            return BlockingWork.now(doing, work);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Connection connection() throws SQLException {
        if (connection == null || connection.isClosed()) {
            connection = connections.open(Connections.PATIENT);
        }
        return connection;
    }

    @Override
    public void cancel() {
        Connection open = connection;
        if (open != null) {
            try {
                open.abort(Runnable::run);
            } catch (SQLException alreadyBroken) {
                // it ends either way
            }
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException alreadyBroken) {
                // the server notices
            }
        }
    }
}
