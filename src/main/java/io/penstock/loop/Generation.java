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
import java.util.function.Function;
import java.util.function.Supplier;

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
    /** The lanes are caught up with; the routing of today takes over at the next border. */
    private boolean adopting;

    /** The sequencer is being changed, or something is done while the stream stands still. */
    private boolean switching;
    /** A batch waits for chunks of the copy. */
    private boolean filtering;

    private boolean over;
    private Supplier<Future<Void>> atBorder;
    private Promise<Void> atBorderDone;
    private Stamp handedOn;
    private Stamp stored;
    private Future<Void> storing;
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
        this.handedOn = start;
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
        changeOverIfAtBorder();
    }

    /**
     * Does something at the next border, when all that came before it is durable and no lane is open. One at a time.
     */
    Future<Void> atBorder(Supplier<Future<Void>> action) {
        atBorder = action;
        atBorderDone = Promise.promise();
        changeOverIfAtBorder();
        return atBorderDone.future();
    }

    /** Does something while nothing is handed on; told the stamp of what was handed on last. */
    Future<Void> standingStill(Function<Stamp, Future<Void>> action) {
        Promise<Void> done = Promise.promise();
        whenFree(() -> {
            switching = true;
            action.apply(handedOn).onComplete(done).onComplete(ended -> {
                switching = false;
                goOn();
            });
        });
        return done.future();
    }

    /**
     * Writes the consistent point to the loop's row and then, not before, tells the source that it may forget what
     * lies behind it.
     */
    Future<Void> store() {
        if (storing != null) {
            // What it writes may be older than what is to be stored now.
            return storing.transform(done -> store());
        }
        Stamp point = passage.consistentPoint();
        if (over || Objects.equals(point, stored)) {
            return Future.succeededFuture();
        }
        // What is visible by now need not be written down; where the source does not answer, more is written.
        Future<Void> written = parts.backfill()
                .look()
                .transform(looked -> parts.progress()
                        .advance(
                                parts.config().name(),
                                parts.epoch(),
                                point,
                                parts.backfill().unseen()))
                .onSuccess(done -> {
                    stored = point;
                    vertx.eventBus().publish(addresses.acknowledge(), new Acknowledge(point), LocalDelivery.news());
                })
                .onFailure(this::failed);
        storing = written;
        written.onComplete(done -> storing = null);
        return written;
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
        } else {
            whenFree(() -> take(message));
        }
    }

    private void whenFree(Runnable step) {
        if (switching || filtering) {
            deferred.add(step);
        } else {
            step.run();
        }
    }

    private void goOn() {
        while (!switching && !filtering && !deferred.isEmpty()) {
            deferred.remove().run();
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
        filtering = true;
        parts.backfill()
                .pass(batch.mutations())
                .onSuccess(left -> {
                    filtering = false;
                    apply(left, left == batch.mutations() ? batch.retainedBytes() : bytes(left))
                            .onSuccess(done -> message.reply(null))
                            .onFailure(cause -> message.fail(REFUSED, "not executed"));
                    goOn();
                })
                .onFailure(cause -> {
                    message.fail(REFUSED, "not executed");
                    failed(cause);
                });
    }

    /** Hands mutations on, and changes over between them where that is due. */
    private Future<Void> apply(List<Mutation> mutations, long bytes) {
        if (over) {
            return Future.failedFuture(new IllegalStateException("the stream has ended"));
        }
        int border = changeDue() ? lastBorder(mutations) : -1;
        if (border < 0) {
            return handOn(mutations, bytes);
        }
        List<Mutation> before = mutations.subList(0, border);
        List<Mutation> behind = mutations.subList(border, mutations.size());
        Future<Void> first = handOn(before, bytes(before));
        return changeOver()
                .compose(changed -> {
                    switching = false;
                    // Before anything that came in meanwhile.
                    Future<Void> second = handOn(behind, bytes(behind));
                    goOn();
                    return second;
                })
                .compose(done -> first);
    }

    private Future<Void> handOn(List<Mutation> mutations, long bytes) {
        if (mutations.isEmpty()) {
            return Future.succeededFuture();
        }
        handedOn = mutations.get(mutations.size() - 1).stamp();
        passage.cameIn(mutations);
        return sequencer
                .accept(new Batch(
                        parts.config().name(), parts.epoch(), addresses.generation(), null, 0, mutations, bytes))
                .onSuccess(executed -> parts.observer().executed(mutations));
    }

    private boolean changeDue() {
        if (replayUntil != null && LanePosition.whole(passage.consistentPoint()).covers(replayUntil)) {
            replayUntil = null;
            adopting = true;
        }
        boolean wantedSomething = sequencer != null && (wanted != sequencer.mode() || atBorder != null || adopting);
        return wantedSomething && !over && !switching && !filtering && replayUntil == null;
    }

    private void changeOverIfAtBorder() {
        if (passage.isAtBorder() && changeDue()) {
            changeOver().onSuccess(changed -> {
                switching = false;
                goOn();
            });
        }
    }

    /**
     * Drains the lanes, does what has to be done without any, and makes fresh ones. Nothing is handed on until the caller
     * ends {@link #switching}.
     */
    private Future<Void> changeOver() {
        switching = true;
        Mode from = sequencer.mode();
        long begun = System.nanoTime();
        return sequencer
                .drain()
                .compose(drained -> {
                    passage.durable(passage.lastCommit());
                    return sequencer.close();
                })
                .compose(closed -> doAtBorder())
                .compose(done -> parts.freshSequencer(wanted, passage.consistentPoint(), this))
                .compose(fresh -> {
                    adopting = false;
                    sequencer = fresh;
                    return fresh.start();
                })
                .onSuccess(started -> {
                    stored = passage.consistentPoint();
                    if (sequencer.mode() != from) {
                        parts.observer().switched(from, sequencer.mode(), stored, System.nanoTime() - begun);
                    }
                })
                .onFailure(this::failed);
    }

    private Future<Void> doAtBorder() {
        Supplier<Future<Void>> action = atBorder;
        if (action == null) {
            return Future.succeededFuture();
        }
        atBorder = null;
        return action.get().onComplete(atBorderDone);
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
