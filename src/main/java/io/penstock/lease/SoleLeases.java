package io.penstock.lease;

import io.penstock.model.LoopName;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The leases of a node that is alone: each loop is granted once until it is released, and none is ever lost. */
public final class SoleLeases implements Leases {
    private final Set<LoopName> held = ConcurrentHashMap.newKeySet();

    @Override
    public Future<Boolean> tryAcquire(LoopName loop) {
        return Future.succeededFuture(held.add(loop));
    }

    @Override
    public Future<Void> release(LoopName loop) {
        held.remove(loop);
        return Future.succeededFuture();
    }

    @Override
    public void onLost(Handler<LoopName> handler) {
        // There is nobody to lose one to.
    }
}
