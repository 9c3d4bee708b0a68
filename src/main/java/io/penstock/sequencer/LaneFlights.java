package io.penstock.sequencer;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The flights of one lane: whole target transactions, several under way at once on one connection. Each moves the
 * lane's progress row from where the one before left it, so that none lands behind one that failed.
 *
 * <p>When the rows of a flight are refused (a unique value handed from one row to another inside it, say), all flights
 * that did not land go again on a new connection, in source order and one at a time. If that is refused too, the
 * source's own order can't be applied and the lane is dead.
 */
public final class LaneFlights {
    private final LaneSetup setup;
    private final Deque<Flight> outstanding = new ArrayDeque<>();

    private LaneWriter writer;
    private LanePosition row;
    private boolean replaying;
    private Throwable dead;

    public LaneFlights(LaneSetup setup) {
        this.setup = setup;
        this.row = setup.row();
    }

    public Future<Void> open() {
        return setup.opener().get().onSuccess(opened -> writer = opened).mapEmpty();
    }

    /** True when another flight may be sent now. */
    public boolean hasRoom() {
        return dead == null && !replaying && outstanding.size() < setup.limits().maxOutstanding();
    }

    /**
     * True when what is waiting should go now: at once when nothing is under way, beside another flight only when it
     * fills one. So flights are as small as the target is quick, and as large as it is slow.
     */
    public boolean hasRoomFor(long rows, long bytes) {
        return hasRoom()
                && (outstanding.isEmpty()
                        || rows >= setup.limits().maxRows()
                        || bytes >= setup.limits().maxBytes());
    }

    public boolean isIdle() {
        return outstanding.isEmpty() && !replaying;
    }

    /** Where the progress row will stand when all flights have landed. */
    public LanePosition row() {
        return row;
    }

    /**
     * Sends one flight. Without mutations nothing is written: it lands when those before it have landed.
     *
     * @return completes when it is durable
     */
    public Future<Void> send(List<Mutation> mutations, LanePosition to) {
        return send(mutations, to, setup.careful());
    }

    /** As {@link #send(List, LanePosition)}, one statement a mutation. */
    public Future<Void> sendInOrder(List<Mutation> mutations, LanePosition to) {
        return send(mutations, to, true);
    }

    private Future<Void> send(List<Mutation> mutations, LanePosition to, boolean inOrder) {
        if (dead != null) {
            return Future.failedFuture(dead);
        }
        if (mutations.isEmpty() && outstanding.isEmpty()) {
            return Future.succeededFuture();
        }
        Flight flight = new Flight(
                mutations, row, mutations.isEmpty() ? row : to, inOrder, System.nanoTime(), Promise.promise());
        row = flight.to;
        outstanding.add(flight);
        if (mutations.isEmpty()) {
            // Lands when the flight before it does; see landed().
            return flight.promise.future();
        }
        Future<Void> answer = inOrder
                ? writer.applyInOrder(mutations, flight.from, flight.to)
                : writer.apply(mutations, flight.from, flight.to);
        answer.onComplete(done -> {
            if (done.succeeded()) {
                landed(flight);
            } else {
                refused(flight, done.cause());
            }
        });
        return flight.promise.future();
    }

    /** The open connection, for a transaction that grows. Only while {@link #isIdle()}. */
    public LaneWriter writer() {
        return writer;
    }

    /** A transaction that grew beside the flights has moved the row. */
    public void moved(LanePosition to) {
        row = to;
    }

    public Future<Void> close() {
        if (dead == null) {
            dead = new IllegalStateException("lane " + setup.lane() + " is closed");
        }
        return writer == null ? Future.succeededFuture() : writer.close();
    }

    private void landed(Flight flight) {
        if (outstanding.peek() != flight) {
            // Answers come in order; a later one can only succeed when those before it have.
            die(new IllegalStateException("flight to " + flight.to + " landed out of turn"));
            return;
        }
        outstanding.remove();
        setup.observer().landed(setup.lane(), flight.to, flight.mutations.size(), System.nanoTime() - flight.sentNanos);
        List<Flight> landed = new ArrayList<>();
        landed.add(flight);
        while (!outstanding.isEmpty() && outstanding.peek().mutations.isEmpty()) {
            landed.add(outstanding.remove());
        }
        landed.forEach(f -> f.promise.complete());
    }

    private void refused(Flight flight, Throwable cause) {
        if (dead != null || replaying || outstanding.peek() != flight) {
            // Only the first failure counts: those behind it fail because of it.
            return;
        }
        if (flight.inOrder || !isOfRows(cause)) {
            die(cause);
            return;
        }
        replaying = true;
        writer.close()
                .transform(closed -> setup.opener().get())
                .compose(reopened -> {
                    writer = reopened;
                    return replay();
                })
                .onFailure(this::die);
    }

    /** True when the rows were refused as they were sent; in another form they may pass. */
    private static boolean isOfRows(Throwable cause) {
        return cause instanceof TargetException e
                && (e.kind() == TargetException.Kind.DATA || e.kind() == TargetException.Kind.ROW_EXISTS);
    }

    /** Sends what is outstanding again, one at a time and unfolded, until nothing is left. */
    private Future<Void> replay() {
        Flight flight = outstanding.peek();
        setup.observer().replayed(setup.lane(), flight.to);
        return writer.applyInOrder(flight.mutations, flight.from, flight.to).compose(done -> {
            // Before the landing is told, since who hears of it may send the next flight at once.
            replaying = outstanding.stream().skip(1).anyMatch(f -> !f.mutations.isEmpty());
            landed(flight);
            return replaying ? replay() : Future.succeededFuture();
        });
    }

    private void die(Throwable cause) {
        if (dead != null) {
            return;
        }
        dead = cause;
        List<Flight> lost = new ArrayList<>(outstanding);
        outstanding.clear();
        lost.forEach(f -> f.promise.fail(cause));
    }

    private record Flight(
            List<Mutation> mutations,
            LanePosition from,
            LanePosition to,
            boolean inOrder,
            long sentNanos,
            Promise<Void> promise) {}
}
