package io.penstock.sequencer.fan;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Decides the shard of each row mutation. Rows of tables whose rows depend on each other beyond their keys, and rows
 * of keyless tables, go to one shard by name.
 */
final class ShardRouter {
    /** The answer for mutations that are barriers. */
    static final int BARRIER = -1;

    private final int shards;
    private final Function<TableName, String> families;
    private final Map<TableSchema, Route> routes = new IdentityHashMap<>();

    /** @param families the name under which all rows of a table share one shard, or null when its keys may spread */
    ShardRouter(int shards, Function<TableName, String> families) {
        this.shards = shards;
        this.families = families;
    }

    /** The shard from 0, or {@link #BARRIER}. */
    int route(RowMutation mutation) {
        if (mutation instanceof Mutation.Update update && update.movesKey()) {
            return BARRIER;
        }
        Route route = routes.computeIfAbsent(mutation.table(), this::routeOf);
        return route.fixed >= 0 ? route.fixed : shard(KeyHash.of(route.seed, mutation.keySource(), route.key));
    }

    /** To be called when tables changed: their rows may depend on each other in other ways now. */
    void forget() {
        routes.clear();
    }

    private Route routeOf(TableSchema table) {
        String family = families.apply(table.name());
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
