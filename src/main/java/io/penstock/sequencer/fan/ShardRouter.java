package io.penstock.sequencer.fan;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Decides the shard of each row mutation. Rows of tables whose rows depend on each other beyond their keys, and rows
 * of keyless tables, go to one shard by name.
 */
final class ShardRouter {
    /** The answer for mutations that are barriers. */
    static final int BARRIER = -1;

    private final int shards;
    private Map<TableName, String> ties;
    private final Map<TableSchema, Route> routes = new IdentityHashMap<>();

    /** @param ties the tables whose rows share one shard, by the name that decides which; keys of others spread */
    ShardRouter(int shards, Map<TableName, String> ties) {
        this.shards = shards;
        this.ties = ties;
    }

    /** The shard from 0, or {@link #BARRIER}. */
    int route(RowMutation mutation) {
        if (mutation instanceof Mutation.Update update && update.movesKey()) {
            return BARRIER;
        }
        Route route = routes.computeIfAbsent(mutation.table(), this::routeOf);
        return route.fixed >= 0 ? route.fixed : shard(KeyHash.of(route.seed, mutation.keySource(), route.key));
    }

    Map<TableName, String> ties() {
        return ties;
    }

    /** Routes in another way. Only behind a barrier: what was routed before must be durable. */
    void reroute(Map<TableName, String> now) {
        ties = now;
        routes.clear();
    }

    private Route routeOf(TableSchema table) {
        String family = ties.get(table.name());
        if (family == null && table.isKeyless()) {
            family = table.name().toString();
        }
        if (family != null) {
            return new Route(shard(KeyHash.of(family)), 0, null);
        }
        return new Route(-1, KeyHash.of(table.name().toString()), table.keyIndexes());
    }

    private int shard(long hash) {
        return (int) Long.remainderUnsigned(hash, shards);
    }

    /** @param fixed the shard of all rows of the table, or -1 */
    private record Route(int fixed, long seed, int[] key) {}
}
