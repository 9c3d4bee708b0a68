package io.penstock.model;

import java.util.Arrays;
import java.util.List;

/**
 * A table's shape at one place of the stream: how the tuples of the mutations that refer to it are read. Mutations of
 * one shape share one instance.
 *
 * @param sourceId the source's own identifier (PostgreSQL: relation oid), which survives a rename
 * @param columns in the order of the tuples
 * @param key indexes into {@code columns} of what identifies a row, in key order; empty for a keyless table
 * @param fullIdentity true when the old tuple of updates and deletes carries the whole row (replica identity full)
 * @param product in whose words the columns' types are written
 */
public record TableSchema(
        TableName name, long sourceId, List<Column> columns, List<Integer> key, boolean fullIdentity, Product product) {
    /** A table of PostgreSQL. */
    public TableSchema(TableName name, long sourceId, List<Column> columns, List<Integer> key, boolean fullIdentity) {
        this(name, sourceId, columns, key, fullIdentity, Product.POSTGRESQL);
    }

    public TableSchema {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        for (int k : key) {
            if (k < 0 || k >= columns.size()) {
                throw new IllegalArgumentException(name + ": key column " + k + " of " + columns.size());
            }
        }
    }

    public boolean isKeyless() {
        return key.isEmpty();
    }

    /** The index of the column called {@code name}, or -1. */
    public int indexOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    public List<String> keyNames() {
        return key.stream().map(i -> columns.get(i).name()).toList();
    }

    /** The key's indexes as a plain array, for loops that run once a row. */
    public int[] keyIndexes() {
        return key.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public String toString() {
        return name + Arrays.toString(columns.stream().map(Column::name).toArray());
    }
}
