package io.penstock.node;

import io.penstock.config.PenstockConfig;
import io.vertx.core.Future;

/** What the process needs of a node: that it starts once and stops once. */
public interface NodeLife {
    /** Completes when the node serves; fails with {@link io.penstock.config.ConfigException} for the operator's errors. */
    Future<Void> start(PenstockConfig config);

    /** Ends everything in order, whatever {@link #start} came to; completes when the last target transaction is safe. */
    Future<Void> stop();
}
