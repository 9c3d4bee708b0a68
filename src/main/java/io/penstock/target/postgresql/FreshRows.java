package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import io.vertx.pgclient.PgException;
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

    /** An insert of rows that ought to be new has failed. */
    void failed(TableName table, Throwable error) {
        if (error instanceof PgException server && PostgresErrors.UNIQUE_VIOLATION.equals(server.getSqlState())) {
            shared.add(table);
        }
    }
}
