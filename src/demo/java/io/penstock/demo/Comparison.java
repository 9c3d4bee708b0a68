package io.penstock.demo;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares all tables of two databases: every row, every column, as text. Rows come from both sides in one order and
 * are merged, so that memory does not grow with the tables, and duplicates count.
 */
public final class Comparison {
    /** Differences shown of each table. */
    private static final int MOST_SHOWN = 5;

    private static final int FETCH_ROWS = 5_000;
    /** Penstock's own tables on the target are not part of the data. */
    private static final String TABLES = """
            SELECT n.nspname, c.relname, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attname)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'penstock')
            GROUP BY 1, 2 ORDER BY 1, 2""";

    /**
     * @param differences what is on one side only; empty when the databases are equal
     */
    public record Result(int tables, long rows, List<String> differences) {
        public boolean equal() {
            return differences.isEmpty();
        }
    }

    private record Table(String schema, String name, String columns) {}

    private Comparison() {}

    /** Both connections must be idle; they are left with auto-commit off. */
    public static Result compare(Connection source, Connection target) throws SQLException {
        source.setAutoCommit(false);
        target.setAutoCommit(false);
        List<Table> tables = tables(source);
        List<String> differences = new ArrayList<>();
        if (!tables.equals(tables(target))) {
            differences.add("the tables or their columns: source " + tables + ", target " + tables(target));
            return new Result(tables.size(), 0, differences);
        }
        long rows = 0;
        for (Table table : tables) {
            rows += compare(table, source, target, differences);
        }
        return new Result(tables.size(), rows, differences);
    }

    private static List<Table> tables(Connection connection) throws SQLException {
        List<Table> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(TABLES)) {
            while (row.next()) {
                tables.add(new Table(row.getString(1), row.getString(2), row.getString(3)));
            }
        }
        return tables;
    }

    private static long compare(Table table, Connection source, Connection target, List<String> differences)
            throws SQLException {
        try (Rows left = new Rows(source, table);
                Rows right = new Rows(target, table)) {
            int shown = 0;
            while (left.row != null || right.row != null) {
                int order = left.compareTo(right);
                if (order != 0 && shown++ < MOST_SHOWN) {
                    differences.add(table.schema() + "." + table.name() + ": only on the "
                            + (order < 0 ? "source " + left.row : "target " + right.row));
                }
                if (order <= 0) {
                    left.next();
                }
                if (order >= 0) {
                    right.next();
                }
            }
            if (shown > MOST_SHOWN) {
                differences.add(table.schema() + "." + table.name() + ": and " + (shown - MOST_SHOWN) + " more");
            }
            return left.count;
        }
    }

    /** The rows of one table, in an order that both servers and Java agree on. */
    private static final class Rows implements AutoCloseable, Comparable<Rows> {
        private final PreparedStatement statement;
        private final ResultSet rows;
        private String row;
        private long count = -1;

        Rows(Connection connection, Table table) throws SQLException {
            statement =
                    connection.prepareStatement("SELECT r FROM (SELECT ROW(" + table.columns() + ")::text AS r FROM \""
                            + table.schema() + "\".\"" + table.name() + "\") t ORDER BY r COLLATE \"C\"");
            statement.setFetchSize(FETCH_ROWS);
            rows = statement.executeQuery();
            next();
        }

        void next() throws SQLException {
            row = rows.next() ? rows.getString(1) : null;
            count++;
        }

        /** By UTF-8 bytes, as collation C sorts; Java's own order is that of UTF-16 units. The end comes last. */
        @Override
        public int compareTo(Rows other) {
            if (row == null || other.row == null) {
                return row == null ? 1 : -1;
            }
            return Arrays.compareUnsigned(
                    row.getBytes(StandardCharsets.UTF_8), other.row.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() throws SQLException {
            rows.close();
            statement.close();
        }
    }
}
