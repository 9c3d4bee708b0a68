package io.penstock.model;

import java.util.List;

/**
 * Rows that a chain of foreign keys leads to from rows of a parent table, and what becomes of them.
 *
 * @param way from the parent's own children to the rows in question; at least one hop
 * @param becomes the values that the rows get; none: the rows are removed
 */
public record Dependents(List<Hop> way, List<NewValue> becomes) {
    public Dependents {
        way = List.copyOf(way);
        becomes = List.copyOf(becomes);
        if (way.isEmpty()) {
            throw new IllegalArgumentException("dependents that nothing leads to");
        }
    }

    /**
     * A step from parents to children: rows of {@code table} whose {@code columns} hold what {@code references} of the
     * rows before do.
     *
     * @param columns indexes into the table's columns
     * @param references for each of them an index: into the columns of the hop before, or for the first one into the
     *     parents' values
     * @param repeated whether children of the children follow by the same key, and so on: a table that refers to itself
     * @param loosely whether the source compares text without regard to case and trailing blanks
     */
    public record Hop(
            TableSchema table, List<Integer> columns, List<Integer> references, boolean repeated, boolean loosely) {
        public Hop {
            columns = List.copyOf(columns);
            references = List.copyOf(references);
        }
    }

    /**
     * @param column index into the columns of {@link #table()}
     * @param from index into the parent's new values, or {@link #NULL}
     */
    public record NewValue(int column, int from) {
        public static final int NULL = -1;
    }

    /** The table whose rows change. */
    public TableSchema table() {
        return way.get(way.size() - 1).table();
    }

    public boolean areRemoved() {
        return becomes.isEmpty();
    }
}
