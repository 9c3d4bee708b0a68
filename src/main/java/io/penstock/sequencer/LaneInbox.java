package io.penstock.sequencer;

import io.penstock.model.Batch;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The receiving end of a lane: lets only the next batch in, and answers each when it is executed, in order. It counts
 * mutations, so that a batch is answered wherever the borders of target transactions fall.
 */
public final class LaneInbox {
    /** A refused batch resets the loop, whatever the reason. */
    private static final int REFUSED = 409;

    /** What a lane does with what came in. */
    public interface Receiver {
        void receive(Batch batch);
    }

    private final LaneSetup setup;
    private final BatchGate gate;
    private final Receiver receiver;
    private final BooleanSupplier isDurable;
    private final List<MessageConsumer<?>> consumers = new ArrayList<>();
    private final java.util.ArrayDeque<Unanswered> unanswered = new java.util.ArrayDeque<>();

    private long received;
    private long executed;
    private Message<Long> drain;
    private Throwable dead;

    /** @param isDurable true when nothing that was received waits or is under way */
    public LaneInbox(LaneSetup setup, Receiver receiver, BooleanSupplier isDurable) {
        this.setup = setup;
        this.gate = new BatchGate(setup.epoch(), setup.generation());
        this.receiver = receiver;
        this.isDurable = isDurable;
    }

    public void open(Vertx vertx) {
        String address = setup.addresses().lane(setup.lane());
        consumers.add(vertx.eventBus().<Batch>localConsumer(address, this::onBatch));
        consumers.add(vertx.eventBus().<Long>localConsumer(LaneSender.drainAddress(address), this::onDrain));
    }

    /** So many more of the mutations that came in, counted in order, are executed. */
    public void executed(long mutations) {
        executed += mutations;
        while (!unanswered.isEmpty() && unanswered.peek().end <= executed) {
            unanswered.remove().message.reply(null);
        }
        answerDrain();
    }

    /** To be called when {@code isDurable} may have become true. */
    public void answerDrain() {
        if (drain != null && isDurable.getAsBoolean()) {
            drain.reply(null);
            drain = null;
        }
    }

    /** Nothing will be executed any more. */
    public void fail(Throwable cause) {
        if (dead != null) {
            return;
        }
        dead = cause;
        LaneFailure failure = LaneFailure.of(setup.lane(), cause);
        unanswered.forEach(u -> failure.answer(u.message));
        unanswered.clear();
        if (drain != null) {
            failure.answer(drain);
            drain = null;
        }
    }

    public Future<Void> close() {
        List<Future<?>> closed = new ArrayList<>();
        consumers.forEach(c -> closed.add(c.unregister()));
        return Future.join(closed).mapEmpty();
    }

    private void onBatch(Message<Batch> message) {
        if (dead != null) {
            LaneFailure.of(setup.lane(), dead).answer(message);
            return;
        }
        Batch batch = message.body();
        String refusal = gate.refusal(batch);
        if (refusal != null) {
            message.fail(REFUSED, "lane " + setup.lane() + " refuses a " + refusal);
            return;
        }
        received += batch.mutations().size();
        unanswered.add(new Unanswered(message, received));
        receiver.receive(batch);
    }

    private void onDrain(Message<Long> message) {
        if (dead != null) {
            LaneFailure.of(setup.lane(), dead).answer(message);
        } else if (message.body() != gate.next()) {
            message.fail(
                    REFUSED, "lane " + setup.lane() + " has batches up to " + gate.next() + ", not " + message.body());
        } else {
            drain = message;
            answerDrain();
        }
    }

    private record Unanswered(Message<Batch> message, long end) {}
}
