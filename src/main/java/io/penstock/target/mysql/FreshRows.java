package io.penstock.target.mysql;

import io.penstock.model.TableName;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Of which tables an inserted row may be taken to be new. Each mutation takes effect once, so it is, unless somebody
 * else wrote to the target: then the table is remembered here, and its rows are asked for.
 */
final class FreshRows {
    private final Set<TableName> shared = ConcurrentHashMap.newKeySet();

    boolean holdsFor(TableName table) {
        return !shared.contains(table);
    }

    /** A row that ought to be new was there. */
    void failed(TableName table) {
        shared.add(table);
    }
}
