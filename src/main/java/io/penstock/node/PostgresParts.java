package io.penstock.node;

import io.penstock.config.LoopConfig;
import io.penstock.lease.Leases;
import io.penstock.loop.LoopParts;
import io.penstock.metrics.LoopMetrics;
import io.penstock.metrics.Metrics;
import io.penstock.progress.ProgressStore;
import io.penstock.source.Dialect;
import io.penstock.source.mysql.MySqlDialect;
import io.penstock.source.postgresql.PostgresDialect;
import io.penstock.target.Target;
import io.penstock.target.postgresql.PostgresTarget;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts loops from PostgreSQL to PostgreSQL together. Loops that write to one database as one role share its target:
 * pool, schema watch and progress store.
 */
final class PostgresParts implements LoopParts {
    private final Vertx vertx;
    private final Metrics metrics;
    private final Leases leases;
    private final String node;
    private final Map<String, Target> targets = new ConcurrentHashMap<>();

    PostgresParts(Vertx vertx, Metrics metrics, Leases leases, String node) {
        this.vertx = vertx;
        this.metrics = metrics;
        this.leases = leases;
        this.node = node;
    }

    @Override
    public Dialect dialect(LoopConfig config) {
        return config.source().url().isMySql() ? new MySqlDialect(vertx, config) : new PostgresDialect(vertx, config);
    }

    @Override
    public Target target(LoopConfig config) {
        String shared = config.target().url() + " " + config.applyTimeout();
        return targets.computeIfAbsent(
                shared,
                url -> PostgresTarget.of(
                        vertx,
                        config.target().url(),
                        config.applyTimeout(),
                        (table, rows) -> metrics(config).conflicts(rows)));
    }

    @Override
    public ProgressStore progress(Target target) {
        return new ProgressStore(target.sql());
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public LoopMetrics metrics(LoopConfig config) {
        return metrics.loop(config.name());
    }

    @Override
    public String node() {
        return node;
    }

    Future<Void> close() {
        List<Future<?>> closed = new ArrayList<>();
        targets.values().forEach(target -> closed.add(target.close()));
        return Future.join(closed).mapEmpty();
    }
}
