package io.penstock.model;

/** A table's name, exactly as the catalogue holds it (unquoted, case kept). */
public record TableName(String schema, String table) implements Comparable<TableName> {
    public TableName {
        if (schema == null || schema.isEmpty() || table == null || table.isEmpty()) {
            throw new IllegalArgumentException("a table needs a schema and a name: " + schema + "." + table);
        }
    }

    @Override
    public int compareTo(TableName other) {
        int c = schema.compareTo(other.schema);
        return c != 0 ? c : table.compareTo(other.table);
    }

    /** For people: {@code schema.table}, unquoted. */
    @Override
    public String toString() {
        return schema + "." + table;
    }
}
