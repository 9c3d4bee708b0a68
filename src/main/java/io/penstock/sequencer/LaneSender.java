package io.penstock.sequencer;

import io.penstock.bus.LocalDelivery;
import io.penstock.model.Batch;
import io.penstock.model.Mutation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.List;

/** Numbers the batches for one lane and sends them over the bus. A request that timed out is never sent again. */
public final class LaneSender {
    private final Vertx vertx;
    private final LaneSetup setup;
    private final String address;
    private final DeliveryOptions options;
    private long sequence;

    public LaneSender(Vertx vertx, LaneSetup setup, Duration timeout) {
        this.vertx = vertx;
        this.setup = setup;
        this.address = setup.addresses().lane(setup.lane());
        this.options = LocalDelivery.request(timeout.toMillis());
    }

    /** Completes when the lane has executed the mutations. */
    public Future<Void> send(List<Mutation> mutations, long retainedBytes) {
        Batch batch = new Batch(
                setup.loop(), setup.epoch(), setup.generation(), setup.lane(), sequence++, mutations, retainedBytes);
        return vertx.eventBus()
                .<Void>request(address, batch, options)
                .map(Message::body)
                .recover(cause -> Future.failedFuture(LaneFailure.read(cause)));
    }

    /** Completes when all that was sent is durable. */
    public Future<Void> drain() {
        return vertx.eventBus()
                .<Void>request(drainAddress(address), sequence, options)
                .map(Message::body)
                .recover(cause -> Future.failedFuture(LaneFailure.read(cause)));
    }

    /** Where a lane is asked to drain: the message is the sequence number of the batch that would come next. */
    static String drainAddress(String laneAddress) {
        return laneAddress + ".drain";
    }
}
