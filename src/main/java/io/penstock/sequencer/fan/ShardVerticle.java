package io.penstock.sequencer.fan;

import io.penstock.model.Batch;
import io.penstock.model.LanePosition;
import io.penstock.model.Mutation;
import io.penstock.sequencer.LaneFlights;
import io.penstock.sequencer.LaneInbox;
import io.penstock.sequencer.LaneSetup;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** One shard: applies its keys' mutations in order, as many as are waiting in one target transaction. */
final class ShardVerticle extends VerticleBase {
    private final LaneSetup setup;
    private final LaneInbox inbox;
    private final LaneFlights flights;
    private final Deque<Batch> waiting = new ArrayDeque<>();
    private long waitingRows;
    private long waitingBytes;

    ShardVerticle(LaneSetup setup) {
        this.setup = setup;
        this.inbox = new LaneInbox(setup, this::receive, this::isDurable);
        this.flights = new LaneFlights(setup);
    }

    @Override
    public Future<?> start() {
        return flights.open().onSuccess(opened -> inbox.open(vertx));
    }

    @Override
    public Future<?> stop() {
        return inbox.close().transform(closed -> flights.close());
    }

    private void receive(Batch batch) {
        waiting.add(batch);
        waitingRows += batch.mutations().size();
        waitingBytes += batch.retainedBytes();
        pump();
    }

    private boolean isDurable() {
        return waiting.isEmpty() && flights.isIdle();
    }

    private void pump() {
        while (!waiting.isEmpty() && flights.hasRoomFor(waitingRows, waitingBytes)) {
            sendFlight();
        }
    }

    private void sendFlight() {
        List<Mutation> rows = new ArrayList<>();
        long bytes = 0;
        long counted = 0;
        Mutation last = null;
        while (!waiting.isEmpty() && (last == null || fits(rows, bytes, waiting.peek()))) {
            Batch batch = waiting.remove();
            for (Mutation m : batch.mutations()) {
                if (!setup.covered().covers(m.stamp(), m.ordinal())) {
                    rows.add(m);
                }
                last = m;
            }
            bytes += batch.retainedBytes();
            counted += batch.mutations().size();
        }
        waitingRows -= counted;
        waitingBytes -= bytes;
        long executed = counted;
        flights.send(rows, new LanePosition(last.stamp(), last.ordinal())).onComplete(answer -> {
            if (answer.failed()) {
                inbox.fail(answer.cause());
                return;
            }
            inbox.executed(executed);
            pump();
        });
    }

    private boolean fits(List<Mutation> rows, long bytes, Batch next) {
        return rows.size() + next.mutations().size() <= setup.limits().maxRows()
                && bytes + next.retainedBytes() <= setup.limits().maxBytes();
    }
}
