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
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Puts loops together. */
final class PostgresParts implements LoopParts {
    private final Vertx vertx;
    private final Metrics metrics;
    private final Leases leases;
    private final String node;
    private final Targets targets;

    PostgresParts(Vertx vertx, Metrics metrics, Leases leases, String node) {
        this.vertx = vertx;
        this.metrics = metrics;
        this.leases = leases;
        this.node = node;
        this.targets =
                new Targets(vertx, config -> (table, rows) -> metrics(config).conflicts(rows));
    }

    @Override
    public Dialect dialect(LoopConfig config) {
        return config.source().url().isMySql() ? new MySqlDialect(vertx, config) : new PostgresDialect(vertx, config);
    }

    @Override
    public Target target(LoopConfig config) {
        return targets.of(config);
    }

    @Override
    public ProgressStore progress(Target target) {
        return Targets.progress(target);
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
        return targets.close();
    }
}
