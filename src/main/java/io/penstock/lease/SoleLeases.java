package io.penstock.lease;

import io.penstock.model.LoopName;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The leases of a node that is alone: each loop is granted once until it is released, and none is ever lost. */
public final class SoleLeases implements Leases {
    private final Set<LoopName> held = ConcurrentHashMap.newKeySet();
    private final Orders orders = new SoleOrders();

    @Override
    public Future<Boolean> tryAcquire(LoopName loop, Lookout lookout) {
        return Future.succeededFuture(held.add(loop));
    }

    @Override
    public Future<Boolean> stands(LoopName loop) {
        return Future.succeededFuture(held.contains(loop));
    }

    @Override
    public Future<Void> release(LoopName loop, Parting why) {
        held.remove(loop);
        return Future.succeededFuture();
    }

    @Override
    public void listen(LeaseListener listener) {
        // There is nobody to lose one to.
    }

    @Override
    public Orders orders() {
        return orders;
    }

    private static final class SoleOrders implements Orders {
        private final Map<LoopName, Order> orders = new ConcurrentHashMap<>();

        @Override
        public Order of(LoopName loop) {
            return orders.getOrDefault(loop, Order.NONE);
        }

        @Override
        public Future<Void> give(LoopName loop, Order order) {
            orders.put(loop, order);
            return Future.succeededFuture();
        }
    }
}
