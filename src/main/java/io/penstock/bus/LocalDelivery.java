package io.penstock.bus;

import io.vertx.core.eventbus.DeliveryOptions;

/**
 * How the parts of one loop speak with each other: on their own node only. A clustered bus would otherwise tell all
 * nodes of each lane's address, look every message's receiver up, and could hand a batch to another node's lane.
 */
public final class LocalDelivery {
    private LocalDelivery() {}

    /** For news that nobody answers. */
    public static DeliveryOptions news() {
        return new DeliveryOptions().setLocalOnly(true);
    }

    /** @param millis how long an answer may take */
    public static DeliveryOptions request(long millis) {
        return news().setSendTimeout(millis);
    }
}
