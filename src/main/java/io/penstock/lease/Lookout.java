package io.penstock.lease;

import io.vertx.core.Future;
import java.time.Duration;

/** Looks whether anybody is at work on a loop whom the leases may not know of. */
public interface Lookout {
    /** Watches for that long, or until it sees somebody: then false. */
    Future<Boolean> isQuiet(Duration time);
}
