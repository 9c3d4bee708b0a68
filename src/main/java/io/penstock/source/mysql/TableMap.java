package io.penstock.source.mysql;

import java.util.List;

/**
 * What a TABLE_MAP event says of a table.
 *
 * @param key indexes of the primary key's columns in key order, empty where there is none
 */
record TableMap(String database, String table, List<EventColumn> columns, List<Integer> key) {
    TableMap {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    @Override
    public String toString() {
        return database + "." + table;
    }
}
