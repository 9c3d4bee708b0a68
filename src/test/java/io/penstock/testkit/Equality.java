package io.penstock.testkit;

import io.penstock.model.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Compares tables of two databases row by row, as text, and says how they differ. A digest answers first; only tables
 * whose digests differ are read.
 */
public final class Equality {
    private static final int SHOWN_ROWS = 5;
    private static final int SHOWN_CHARACTERS = 160;

    private Equality() {}

    /**
     * How two databases compare.
     *
     * @param tables how many were compared
     * @param differences one text a table that differs
     */
    public record Comparison(int tables, List<String> differences) {
        public Comparison {
            differences = List.copyOf(differences);
        }

        public boolean isEqual() {
            return differences.isEmpty();
        }

        @Override
        public String toString() {
            return isEqual() ? tables + " tables are equal" : String.join("\n", differences);
        }
    }

    public static Comparison compare(TestDatabase source, TestDatabase target, Collection<TableName> tables) {
        return compare(source::connect, target::connect, tables);
    }

    /** @param source opens a session with the pins of this kit, as {@code target} does */
    public static Comparison compare(
            Supplier<Connection> source, Supplier<Connection> target, Collection<TableName> tables) {
        List<String> differences = new ArrayList<>();
        try (Connection a = source.get();
                Connection b = target.get()) {
            for (TableName table : tables) {
                String difference = difference(a, b, table);
                if (difference != null) {
                    differences.add(difference);
                }
            }
        } catch (SQLException e) {
            throw new SqlFailure("comparison", e);
        }
        return new Comparison(tables.size(), differences);
    }

    /** Compares until equal; for targets that are about to catch up. @return the last comparison */
    public static Comparison await(
            TestDatabase source, TestDatabase target, Collection<TableName> tables, java.time.Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        Comparison last = compare(source, target, tables);
        while (!last.isEqual() && System.nanoTime() < end) {
            Pause.millis(200);
            last = compare(source, target, tables);
        }
        return last;
    }

    /** The ordinary and partitioned tables of a database, partitions left out. */
    public static List<TableName> tables(TestDatabase database) {
        return database
                .query(
                        "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                                + " WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'"
                                + " AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'penstock') ORDER BY 1, 2")
                .stream()
                .map(row -> new TableName(row.get(0), row.get(1)))
                .toList();
    }

    private static String difference(Connection source, Connection target, TableName table) throws SQLException {
        TableDump a = TableDump.of(source, table);
        TableDump b = TableDump.of(target, table);
        if (a == null || b == null) {
            return table + ": " + (a == null ? "not on the source" : "not on the target");
        }
        List<String> columns = a.columns();
        if (!new java.util.HashSet<>(columns).equals(new java.util.HashSet<>(b.columns()))) {
            return table + ": columns differ\n  source " + columns + "\n  target " + b.columns();
        }
        if (a.digest(columns).equals(b.digest(columns))) {
            return null;
        }
        // Digests are computed on the server's own encoding, so the rows themselves have the last word.
        String rows = merge(a.rows(columns), b.rows(columns));
        return rows == null
                ? null
                : table + ": " + a.count() + " rows on the source, " + b.count() + " on the target" + rows;
    }

    /** The first rows that only one side has; null when there are none. Both sides are sorted. */
    static String merge(Iterator<String> source, Iterator<String> target) {
        StringBuilder shown = new StringBuilder();
        long onlySource = 0;
        long onlyTarget = 0;
        String a = next(source);
        String b = next(target);
        while (a != null || b != null) {
            int order = a == null ? 1 : b == null ? -1 : Order.byCodePoint(a, b);
            if (order < 0 && onlySource++ < SHOWN_ROWS) {
                shown.append("\n  only source: ").append(shortened(a));
            } else if (order > 0 && onlyTarget++ < SHOWN_ROWS) {
                shown.append("\n  only target: ").append(shortened(b));
            }
            a = order <= 0 ? next(source) : a;
            b = order >= 0 ? next(target) : b;
        }
        return shown.isEmpty()
                ? null
                : "; " + onlySource + " rows only on the source, " + onlyTarget + " only on the target" + shown;
    }

    private static String next(Iterator<String> rows) {
        return rows.hasNext() ? rows.next() : null;
    }

    private static String shortened(String row) {
        return row.length() <= SHOWN_CHARACTERS
                ? row
                : row.substring(0, SHOWN_CHARACTERS) + " … (" + row.length() + " characters)";
    }

    /** The server's order under COLLATE "C": by code point, which is not the order of Java's UTF-16. */
    private static final class Order {
        static int byCodePoint(String a, String b) {
            int length = Math.min(a.length(), b.length());
            for (int i = 0; i < length; i++) {
                char x = a.charAt(i);
                char y = b.charAt(i);
                if (x != y) {
                    boolean differentPlanes = Character.isSurrogate(x) != Character.isSurrogate(y);
                    return differentPlanes ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
                }
            }
            return Integer.compare(a.length(), b.length());
        }
    }
}
