package io.penstock.node;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.LoopConfig;
import io.penstock.progress.ProgressSql;
import io.penstock.progress.ProgressStore;
import io.penstock.target.ConflictListener;
import io.penstock.target.Target;
import io.penstock.target.mysql.MysqlTarget;
import io.penstock.target.postgresql.PostgresTarget;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The targets of this node, each of its product. Loops that write to one database as one user share a target: pool,
 * schema watch and progress store.
 */
final class Targets {
    private static final String POSTGRESQL_HOME = "public";

    private final Vertx vertx;
    private final Function<LoopConfig, ConflictListener> conflicts;
    private final Map<String, Target> targets = new ConcurrentHashMap<>();

    /** @param conflicts whom a loop's target tells of rows that it lacked */
    Targets(Vertx vertx, Function<LoopConfig, ConflictListener> conflicts) {
        this.vertx = vertx;
        this.conflicts = conflicts;
    }

    Target of(LoopConfig config) {
        String shared = config.target().url() + " " + config.applyTimeout();
        if (config.target().url().isMySql()) {
            shared += " " + home(config.source().url());
        }
        return targets.computeIfAbsent(shared, key -> made(config));
    }

    private Target made(LoopConfig config) {
        ConnectionUrl url = config.target().url();
        return url.isMySql()
                ? MysqlTarget.of(
                        vertx, url, home(config.source().url()), config.applyTimeout(), conflicts.apply(config))
                : PostgresTarget.of(vertx, url, config.applyTimeout(), conflicts.apply(config));
    }

    /** The source's schema or database whose tables go to the database that the target's url names. */
    private static String home(ConnectionUrl source) {
        return source.isMySql() ? source.database() : POSTGRESQL_HOME;
    }

    static ProgressStore progress(Target target) {
        return new ProgressStore(
                target.sql(), target instanceof MysqlTarget ? ProgressSql.mysql() : ProgressSql.postgresql());
    }

    Future<Void> close() {
        List<Future<?>> closed = new ArrayList<>();
        targets.values().forEach(target -> closed.add(target.close()));
        return Future.join(closed).mapEmpty();
    }
}
