package io.penstock.sequencer.serial;

import io.penstock.bus.Durable;
import io.penstock.model.Batch;
import io.penstock.model.Mode;
import io.penstock.sequencer.LaneSender;
import io.penstock.sequencer.LaneSetup;
import io.penstock.sequencer.Sequencer;
import io.penstock.sequencer.SequencerListener;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.function.Function;

/** Hands every batch to the one transaction verticle. */
public final class SerialSequencer implements Sequencer {
    private final Vertx vertx;
    private final LaneSetup setup;
    private final LaneSender sender;
    private final SequencerListener listener;
    private String deployment;
    private MessageConsumer<Durable> news;

    /** @param senders makes the sender for a lane */
    public SerialSequencer(
            Vertx vertx, LaneSetup setup, Function<LaneSetup, LaneSender> senders, SequencerListener listener) {
        this.vertx = vertx;
        this.setup = setup;
        this.sender = senders.apply(setup);
        this.listener = listener;
    }

    @Override
    public Mode mode() {
        return Mode.SERIAL;
    }

    @Override
    public Future<Void> start() {
        news = vertx.eventBus()
                .localConsumer(
                        setup.addresses().durable(),
                        told -> listener.durable(told.body().position().stamp()));
        return vertx.deployVerticle(new TransactionVerticle(setup))
                .onSuccess(id -> deployment = id)
                .mapEmpty();
    }

    @Override
    public Future<Void> accept(Batch batch) {
        return sender.send(batch.mutations(), batch.retainedBytes()).onFailure(listener::failed);
    }

    @Override
    public Future<Void> drain() {
        return sender.drain().onFailure(listener::failed);
    }

    @Override
    public Future<Void> close() {
        Future<Void> quiet = news == null ? Future.succeededFuture() : news.unregister();
        return quiet.transform(done -> deployment == null ? Future.succeededFuture() : vertx.undeploy(deployment));
    }
}
