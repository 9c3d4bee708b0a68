package io.penstock.loop;

import io.penstock.bus.Acknowledge;
import io.penstock.bus.Addresses;
import io.penstock.bus.Idle;
import io.penstock.bus.LocalDelivery;
import io.penstock.model.Batch;
import io.penstock.model.LanePosition;
import io.penstock.model.Mode;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.sequencer.BatchGate;
import io.penstock.sequencer.Sequencer;
import io.penstock.sequencer.SequencerListener;
import io.penstock.source.DialectVerticle;
import io.penstock.stamp.Stamp;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * One life of the stream: batches come in from the dialect's verticle and go to the sequencer of the mode of the day.
 * The mode changes at a commit border: what came in before it is drained, the new lanes are made durable in one
 * transaction, and what came in meanwhile goes on behind it. The source notices nothing.
 *
 * <p>Everything happens on the loop's context.
 */
final class Generation implements SequencerListener {
    private static final int REFUSED = 409;

    private final Vertx vertx;
    private final ReignParts parts;
    private final Addresses addresses;
    private final BatchGate gate;
    private final Passage passage;
    private final DialectVerticle dialect;
    private final List<MessageConsumer<?>> consumers = new ArrayList<>();
    private final Deque<Runnable> deferred = new ArrayDeque<>();
    private final Promise<Void> ended = Promise.promise();

    private Sequencer sequencer;
    private String deployment;
    private Mode wanted;
    /** Until the consistent point covers this, the stored routing must stay; null when it need not. */
    private LanePosition replayUntil;

    private boolean switching;
    private boolean over;
    private Stamp stored;
    private boolean storing;
    private Stamp awaited;
    private Promise<Void> awaitedReached;

    /** @param start all up to here is applied */
    Generation(Vertx vertx, ReignParts parts, Stamp start, LanePosition replayUntil) {
        this.vertx = vertx;
        this.parts = parts;
        this.addresses = new Addresses(parts.config().name(), parts.epoch(), parts.nextGeneration());
        this.gate = new BatchGate(parts.epoch(), addresses.generation());
        this.passage = new Passage(start, parts.observer()::visible);
        this.stored = start;
        this.replayUntil = replayUntil;
        this.dialect = new DialectVerticle(
                parts.dialect().feed(),
                start,
                addresses,
                parts.config().bytesInFlight(),
                SequencerFactory.requestTimeout(parts.config()).multipliedBy(2).toMillis());
    }

    /** @param first stands where progress says, and tells this generation */
    Future<Void> start(Sequencer first) {
        sequencer = first;
        wanted = sequencer.mode();
        consumers.add(vertx.eventBus().localConsumer(addresses.intake(), this::onMessage));
        // It is told on the dialect's own context, which is going away: what follows must happen on ours.
        Context ours = vertx.getOrCreateContext();
        dialect.ended().onFailure(cause -> ours.runOnContext(hopped -> failed(cause)));
        return sequencer
                .start()
                .compose(started -> vertx.deployVerticle(dialect))
                .onSuccess(id -> deployment = id)
                .mapEmpty();
    }

    /** Fails with the first thing that went wrong. Does not complete otherwise. */
    Future<Void> ended() {
        return ended.future();
    }

    /** Ends reading, then the lanes; waits for both. What is not durable is rolled back. */
    Future<Void> stop() {
        over = true;
        Future<Void> reading = deployment == null ? Future.succeededFuture() : vertx.undeploy(deployment);
        return reading.transform(stopped -> sequencer == null ? Future.succeededFuture() : sequencer.close())
                .transform(closed -> {
                    List<Future<?>> quiet = new ArrayList<>();
                    consumers.forEach(c -> quiet.add(c.unregister()));
                    return Future.join(quiet).mapEmpty();
                });
    }

    /** Ends reading, and completes when all that came in whole is durable and stored. */
    Future<Void> drain() {
        Future<Void> reading = deployment == null ? Future.succeededFuture() : vertx.undeploy(deployment);
        deployment = null;
        return reading.compose(
                        stopped -> passage.isAtBorder() && !switching ? sequencer.drain() : Future.succeededFuture())
                .onSuccess(drained -> {
                    if (passage.isAtBorder()) {
                        passage.durable(passage.lastCommit());
                    }
                })
                .compose(drained -> store());
    }

    Passage passage() {
        return passage;
    }

    Mode mode() {
        return sequencer.mode();
    }

    long bytesInFlight() {
        return dialect.bytesInFlight();
    }

    /** Completes when the consistent point covers {@code stamp}. */
    Future<Void> reached(Stamp stamp) {
        awaited = stamp;
        awaitedReached = Promise.promise();
        tellReached();
        return Future.any(awaitedReached.future(), ended.future()).mapEmpty();
    }

    private void tellReached() {
        if (awaited != null && awaited.isCoveredBy(passage.consistentPoint())) {
            awaited = null;
            awaitedReached.complete();
        }
    }

    /** Asks for a mode; it changes at the next border. */
    void want(Mode mode) {
        wanted = mode;
        if (passage.isAtBorder() && switchDue()) {
            switchMode(List.of());
        }
    }

    /**
     * Writes the consistent point to the loop's row and then, not before, tells the source that it may forget what
     * lies behind it.
     */
    Future<Void> store() {
        Stamp point = passage.consistentPoint();
        if (storing || over || Objects.equals(point, stored)) {
            return Future.succeededFuture();
        }
        storing = true;
        return parts.progress()
                .advance(parts.config().name(), parts.epoch(), point)
                .onSuccess(done -> {
                    stored = point;
                    vertx.eventBus().publish(addresses.acknowledge(), new Acknowledge(point), LocalDelivery.news());
                })
                .onFailure(this::failed)
                .eventually(() -> {
                    storing = false;
                    return Future.succeededFuture();
                });
    }

    @Override
    public void durable(Stamp consistentPoint) {
        passage.durable(consistentPoint);
        tellReached();
    }

    @Override
    public void failed(Throwable cause) {
        over = true;
        ended.tryFail(cause);
    }

    private void onMessage(Message<Object> message) {
        String refusal = over ? "batch of a stream that has ended" : refusal(message.body());
        if (refusal != null) {
            message.fail(REFUSED, "the loop refuses a " + refusal);
            failed(new IllegalStateException(refusal));
        } else if (switching) {
            deferred.add(() -> take(message));
        } else {
            take(message);
        }
    }

    private String refusal(Object body) {
        return body instanceof Idle idle
                ? gate.refusal(idle.epoch(), idle.generation(), idle.sequence())
                : gate.refusal((Batch) body);
    }

    private void take(Message<Object> message) {
        if (message.body() instanceof Idle idle) {
            passage.idle(idle.position());
            tellReached();
            message.reply(null);
            return;
        }
        Batch batch = (Batch) message.body();
        int border = switchDue() ? lastBorder(batch.mutations()) : -1;
        Future<Void> executed;
        if (border < 0) {
            executed = handOn(batch.mutations(), batch.retainedBytes());
        } else {
            List<Mutation> before = batch.mutations().subList(0, border);
            List<Mutation> behind =
                    batch.mutations().subList(border, batch.mutations().size());
            Future<Void> first = handOn(before, bytes(before));
            executed = switchMode(behind).compose(done -> first);
        }
        executed.onSuccess(done -> message.reply(null)).onFailure(cause -> message.fail(REFUSED, "not executed"));
    }

    private Future<Void> handOn(List<Mutation> mutations, long bytes) {
        passage.cameIn(mutations);
        return sequencer
                .accept(new Batch(
                        parts.config().name(), parts.epoch(), addresses.generation(), null, 0, mutations, bytes))
                .onSuccess(executed -> parts.observer().executed(mutations));
    }

    private boolean switchDue() {
        if (replayUntil != null && LanePosition.whole(passage.consistentPoint()).covers(replayUntil)) {
            replayUntil = null;
        }
        return !over && !switching && sequencer != null && wanted != sequencer.mode() && replayUntil == null;
    }

    /** @param behind goes to the new lanes, before anything that came in meanwhile */
    private Future<Void> switchMode(List<Mutation> behind) {
        switching = true;
        Mode from = sequencer.mode();
        Mode to = wanted;
        long begun = System.nanoTime();
        return sequencer
                .drain()
                .compose(drained -> {
                    passage.durable(passage.lastCommit());
                    return sequencer.close();
                })
                .compose(closed -> parts.freshSequencer(to, passage.consistentPoint(), this))
                .compose(fresh -> {
                    sequencer = fresh;
                    return fresh.start();
                })
                .compose(started -> {
                    switching = false;
                    stored = passage.consistentPoint();
                    parts.observer().switched(from, to, passage.consistentPoint(), System.nanoTime() - begun);
                    Future<Void> rest = behind.isEmpty() ? Future.succeededFuture() : handOn(behind, bytes(behind));
                    while (!switching && !deferred.isEmpty()) {
                        deferred.remove().run();
                    }
                    return rest;
                })
                .onFailure(this::failed);
    }

    /** The index behind the last commit, or -1. */
    private static int lastBorder(List<Mutation> mutations) {
        for (int i = mutations.size() - 1; i >= 0; i--) {
            if (mutations.get(i) instanceof Commit) {
                return i + 1;
            }
        }
        return -1;
    }

    private static long bytes(List<Mutation> mutations) {
        long bytes = 0;
        for (Mutation m : mutations) {
            bytes += m.retainedBytes();
        }
        return bytes;
    }
}
