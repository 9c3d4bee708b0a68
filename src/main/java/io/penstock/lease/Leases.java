package io.penstock.lease;

import io.penstock.model.LoopName;
import io.vertx.core.Future;
import io.vertx.core.Handler;

/** Which loops this node should try to run. Advice only: who may write is decided in the target. */
public interface Leases {
    /** True when this node holds the loop's lease from now on; false when somebody holds it already. */
    Future<Boolean> tryAcquire(LoopName loop);

    /** Gives a lease back; nothing happens when it is not held. */
    Future<Void> release(LoopName loop);

    /** Who hears of leases that were lost without having been released. One handler; set it before acquiring. */
    void onLost(Handler<LoopName> handler);
}
