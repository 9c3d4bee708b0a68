package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Tables that hang together by foreign keys. */
final class Families {
    private Families() {}

    /** For each table that takes part in a foreign key, the first one of those it is connected with. */
    static Map<TableName, TableName> of(Collection<KnownTable> tables) {
        Map<TableName, TableName> first = new HashMap<>();
        for (KnownTable table : tables) {
            for (TableName referenced : table.catalog.references()) {
                join(first, table.catalog.name(), referenced);
            }
        }
        first.replaceAll((name, towards) -> root(first, name));
        return first;
    }

    private static void join(Map<TableName, TableName> first, TableName a, TableName b) {
        TableName rootA = root(first, a);
        TableName rootB = root(first, b);
        TableName smaller = rootA.compareTo(rootB) <= 0 ? rootA : rootB;
        first.put(rootA, smaller);
        first.put(rootB, smaller);
        first.putIfAbsent(a, smaller);
        first.putIfAbsent(b, smaller);
    }

    private static TableName root(Map<TableName, TableName> first, TableName name) {
        TableName at = name;
        for (TableName next = first.get(at); next != null && !next.equals(at); next = first.get(at)) {
            at = next;
        }
        return at;
    }
}
