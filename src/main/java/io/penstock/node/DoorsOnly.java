package io.penstock.node;

import io.penstock.config.LoopConfig;
import io.penstock.config.PenstockConfig;
import io.penstock.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node that opens its doors and runs no loop: status says so for each. */
final class DoorsOnly implements NodeLife {
    private static final Logger LOG = LoggerFactory.getLogger(DoorsOnly.class);

    private final Vertx vertx = Vertx.vertx();
    private final Metrics metrics = new Metrics();

    @Override
    public Future<Void> start(PenstockConfig config) {
        LOG.warn(
                "this build opens its doors only: the {} loops of the configuration do not run",
                config.loops().size());
        return Doors.open(
                        vertx,
                        config.node().http(),
                        () -> config.loops().stream().map(LoopConfig::name).toList(),
                        metrics::scrape)
                .mapEmpty();
    }

    @Override
    public Future<Void> stop() {
        return vertx.close();
    }
}
