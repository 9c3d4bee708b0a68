package io.penstock.loop;

import io.penstock.config.LoopConfig;
import io.penstock.lease.Leases;
import io.penstock.metrics.LoopMetrics;
import io.penstock.progress.ProgressStore;
import io.penstock.source.Dialect;
import io.penstock.target.Target;

/** What a loop is put together from; made by the composition root, which knows the products. */
public interface LoopParts {
    /** A new dialect for one reign. */
    Dialect dialect(LoopConfig config);

    /** The target; loops that write to the same server and database share one. */
    Target target(LoopConfig config);

    /** The progress store in that target. */
    ProgressStore progress(Target target);

    Leases leases();

    LoopMetrics metrics(LoopConfig config);

    /** This node's name, for people. */
    String node();
}
