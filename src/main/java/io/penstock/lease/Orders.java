package io.penstock.lease;

import io.penstock.model.LoopName;
import io.vertx.core.Future;

/** Operators' orders. They outlive the node that they were given to, but not the last node. */
public interface Orders {
    /** The order in force; {@link Order#NONE} where there is none. */
    Order of(LoopName loop);

    Future<Void> give(LoopName loop, Order order);
}
