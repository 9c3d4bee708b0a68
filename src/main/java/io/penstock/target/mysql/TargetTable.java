package io.penstock.target.mysql;

import io.penstock.model.TableName;
import java.util.List;
import java.util.Set;

/**
 * A table as the target's catalogue has it.
 *
 * @param name on the target
 * @param uniqueKeys the columns of each, the primary key first; keys over expressions are left out
 * @param oddKeys whether there are unique keys over expressions or over the first characters of a column
 * @param triggers names of its triggers
 */
record TargetTable(
        TableName name,
        List<TargetColumn> columns,
        List<UniqueKey> uniqueKeys,
        boolean oddKeys,
        List<String> triggers) {
    TargetTable {
        columns = List.copyOf(columns);
        uniqueKeys = List.copyOf(uniqueKeys);
        triggers = List.copyOf(triggers);
    }

    /** @param primary whether it is the primary key */
    record UniqueKey(String name, List<String> columns, boolean primary) {
        UniqueKey {
            columns = List.copyOf(columns);
        }
    }

    /** Names of columns are the same whatever their case. Null when there is none. */
    TargetColumn column(String name) {
        for (TargetColumn column : columns) {
            if (column.name().equalsIgnoreCase(name)) {
                return column;
            }
        }
        return null;
    }

    /** True when these columns are a unique key, and there is no other one. */
    boolean onlyKeyIs(Set<String> key) {
        return !oddKeys
                && uniqueKeys.size() == 1
                && Set.copyOf(uniqueKeys.get(0).columns()).equals(key);
    }
}
