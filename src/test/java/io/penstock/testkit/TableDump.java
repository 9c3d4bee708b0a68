package io.penstock.testkit;

import io.penstock.model.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;

/**
 * The content of one table as text. A row is printed by the server as one record value, so that each column is shown
 * by its type's own output function (padding kept), and NULL and the empty string differ.
 */
public final class TableDump {
    private static final int FETCH_ROWS = 5_000;

    private final Connection connection;
    private final TableName table;
    private final String from;
    private final List<String> columns;

    private TableDump(Connection connection, TableName table, String from, List<String> columns) {
        this.connection = connection;
        this.table = table;
        this.from = from;
        this.columns = columns;
    }

    /** Null when there is no such table. Rows of inheriting tables do not count; those of partitions do. */
    public static TableDump of(Connection connection, TableName table) throws SQLException {
        List<List<String>> relation = Sql.query(
                connection,
                "SELECT c.oid, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = "
                        + Sql.literal(table.schema()) + " AND c.relname = " + Sql.literal(table.table())
                        + " AND c.relkind IN ('r', 'p')");
        if (relation.isEmpty()) {
            return null;
        }
        List<String> columns = Sql.query(
                        connection,
                        "SELECT attname FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped AND attrelid = "
                                + relation.get(0).get(0) + " ORDER BY attnum")
                .stream()
                .map(row -> row.get(0))
                .toList();
        String only = relation.get(0).get(1).equals("r") ? "ONLY " : "";
        return new TableDump(connection, table, only + name(table), columns);
    }

    /** Schema and table, quoted. */
    public static String name(TableName table) {
        return Sql.quoted(table.schema()) + "." + Sql.quoted(table.table());
    }

    public List<String> columns() {
        return columns;
    }

    public long count() throws SQLException {
        return Long.parseLong(
                Sql.query(connection, "SELECT count(*) FROM " + from).get(0).get(0));
    }

    /** Equal tables have equal digests, whatever the order of their rows; unequal ones practically never. */
    public String digest(List<String> selected) throws SQLException {
        List<String> row = Sql.query(
                        connection,
                        "SELECT count(*), coalesce(sum(hashtextextended(r COLLATE \"C\", 0)::numeric), 0),"
                                + " coalesce(sum(hashtextextended(r COLLATE \"C\", 1)::numeric), 0) FROM (SELECT "
                                + record(selected) + " AS r FROM " + from + ") x")
                .get(0);
        return String.join("/", row);
    }

    /** All rows in the order of their text, read in portions. Uses the connection until it is read to the end. */
    public Iterator<String> rows(List<String> selected) throws SQLException {
        Sql.execute(
                connection,
                "BEGIN; DECLARE dump NO SCROLL CURSOR FOR SELECT r FROM (SELECT " + record(selected) + " AS r FROM "
                        + from + ") x ORDER BY r COLLATE \"C\"");
        return new Rows(connection);
    }

    @Override
    public String toString() {
        return table.toString();
    }

    private static String record(List<String> selected) {
        return selected.stream().map(Sql::quoted).collect(Collectors.joining(", ", "ROW(", ")::text"));
    }

    private static final class Rows implements Iterator<String> {
        private final Connection connection;
        private Iterator<String> portion = List.<String>of().iterator();
        private boolean ended;

        Rows(Connection connection) {
            this.connection = connection;
        }

        @Override
        public boolean hasNext() {
            if (!portion.hasNext() && !ended) {
                fetch();
            }
            return portion.hasNext();
        }

        @Override
        public String next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return portion.next();
        }

        private void fetch() {
            List<String> rows = new java.util.ArrayList<>(FETCH_ROWS);
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("FETCH " + FETCH_ROWS + " FROM dump")) {
                while (result.next()) {
                    rows.add(result.getString(1));
                }
                if (rows.isEmpty()) {
                    ended = true;
                    statement.execute("COMMIT");
                }
            } catch (SQLException e) {
                throw new SqlFailure("FETCH FROM dump", e);
            }
            portion = rows.iterator();
        }
    }
}
