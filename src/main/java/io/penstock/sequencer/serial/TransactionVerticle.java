package io.penstock.sequencer.serial;

import io.penstock.bus.Durable;
import io.penstock.bus.LocalDelivery;
import io.penstock.model.Batch;
import io.penstock.model.LanePosition;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Described;
import io.penstock.sequencer.LaneFlights;
import io.penstock.sequencer.LaneInbox;
import io.penstock.sequencer.LaneSetup;
import io.penstock.sequencer.serial.Inflow.Transaction;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.List;

/**
 * The transaction verticle: one lane, one connection, the source's order.
 *
 * <p>It is always in one of three situations. Between transactions it sends groups of whole ones in flights, as many as
 * the connection takes. A transaction that is not all here and is large, or has stopped coming, is opened on the target
 * and grows there. A table whose shape changed makes everything wait until the target has changed with it.
 */
public final class TransactionVerticle extends VerticleBase {
    /** How long an incomplete transaction may stand still before it is opened: its sender may wait for our answer. */
    private static final long STALL_MILLIS = 50;

    private final LaneSetup setup;
    private final LaneInbox inbox;
    private final LaneFlights flights;
    private final Inflow inflow;

    private boolean open;
    private boolean busy;
    private int appending;
    private long stallTimer = -1;
    private Stamp committed;

    public TransactionVerticle(LaneSetup setup) {
        this.setup = setup;
        this.inbox = new LaneInbox(setup, this::receive, this::isDurable);
        this.flights = new LaneFlights(setup);
        this.inflow = new Inflow(setup.covered());
    }

    @Override
    public Future<?> start() {
        return flights.open().onSuccess(opened -> inbox.open(vertx));
    }

    @Override
    public Future<?> stop() {
        stopStallTimer();
        return inbox.close().transform(closed -> flights.close());
    }

    private void receive(Batch batch) {
        batch.mutations().forEach(inflow::add);
        stopStallTimer();
        pump();
    }

    private boolean isDurable() {
        return inflow.isEmpty() && !open && !busy && flights.isIdle();
    }

    /** Sends what can be sent. Called whenever something came in or an answer made room. */
    private void pump() {
        boolean moved = true;
        while (moved && !busy && !inflow.isEmpty() && hasRoom()) {
            Transaction head = inflow.head();
            if ((head.describes() && changesShape(head)) || nothingLeftOf(head)) {
                return;
            }
            moved = open ? growTransaction(head) : nextTransactions(head);
        }
    }

    private boolean hasRoom() {
        return open ? appending < setup.limits().maxOutstanding() : flights.hasRoom();
    }

    private boolean nextTransactions(Transaction head) {
        if (head.bytes() >= setup.limits().maxBytes()) {
            openTransaction();
        } else if (inflow.headIsComplete()) {
            boolean goes = flights.hasRoomFor(inflow.completeRows(), inflow.completeBytes());
            if (goes) {
                sendGroup();
            }
            return goes;
        } else if (stallTimer < 0) {
            stallTimer = vertx.setTimer(STALL_MILLIS, fired -> onStall());
        }
        return false;
    }

    /**
     * Answers for an unfinished transaction of which nothing is left to apply (a restart sends again what is covered):
     * its sender may need the room before it can send the rest.
     */
    private boolean nothingLeftOf(Transaction head) {
        boolean waits = head.mutations().isEmpty() && head.commit() == null;
        if (waits && flights.isIdle() && appending == 0) {
            inbox.executed(head.takeCounted());
        }
        return waits;
    }

    /** One flight with as many whole transactions as fit. */
    private void sendGroup() {
        List<Mutation> group = new ArrayList<>();
        long bytes = 0;
        long counted = 0;
        Stamp end = null;
        while (inflow.headIsComplete()) {
            Transaction next = inflow.head();
            boolean full =
                    group.size() + next.mutations().size() > setup.limits().maxRows()
                            || bytes + next.bytes() > setup.limits().maxBytes();
            if (end != null && (full || next.describes())) {
                break;
            }
            inflow.removeHead();
            dropDescriptions(next);
            group.addAll(next.mutations());
            bytes += next.bytes();
            counted += next.counted();
            end = next.commit().stamp();
        }
        Stamp reached = end;
        long executed = counted;
        flights.send(group, LanePosition.whole(reached)).onComplete(answer -> {
            if (answer.failed()) {
                inbox.fail(answer.cause());
                return;
            }
            tellDurable(reached);
            inbox.executed(executed);
            pump();
        });
    }

    /** Opens the head transaction on the target, to grow there; waits for the flights before it. */
    private void openTransaction() {
        if (!flights.isIdle()) {
            return;
        }
        open = true;
        flights.writer().begin(flights.row()).onFailure(this::die);
        pump();
    }

    /** Appends what is here of the open transaction. */
    private boolean growTransaction(Transaction head) {
        if (head.mutations().isEmpty()) {
            return commitOpen();
        }
        int count = Math.min(head.mutations().size(), setup.limits().maxRows());
        List<Mutation> rows = head.take(count);
        long counted = head.mutations().isEmpty() && head.commit() == null ? head.takeCounted() : 0;
        appending++;
        append(rows).onComplete(answer -> {
            appending--;
            if (answer.failed()) {
                die(answer.cause());
                return;
            }
            inbox.executed(counted);
            pump();
        });
        return true;
    }

    private Future<Void> append(List<Mutation> rows) {
        return setup.careful()
                ? flights.writer().appendInOrder(rows)
                : flights.writer().append(rows);
    }

    private boolean commitOpen() {
        if (appending > 0) {
            return false;
        }
        Transaction done = inflow.removeHead();
        endOpen(LanePosition.whole(done.commit().stamp()), done.counted());
        return false;
    }

    private Future<Void> endOpen(LanePosition to, long counted) {
        busy = true;
        return flights.writer().commit(flights.row(), to).onComplete(answer -> {
            busy = false;
            open = false;
            if (answer.failed()) {
                die(answer.cause());
                return;
            }
            flights.moved(to);
            if (to.ordinal() == LanePosition.WHOLE) {
                tellDurable(to.stamp());
            }
            inbox.executed(counted);
            pump();
        });
    }

    /**
     * Deals with a table description in the head transaction: those that the target fits already are dropped. When one
     * asks for a change, what stands before it is applied, then the target is changed.
     *
     * @return true when the target is being changed, or something before it has to land first
     */
    private boolean changesShape(Transaction head) {
        int at = firstMisfit(head);
        if (at < 0) {
            dropDescriptions(head);
            return false;
        }
        if (!flights.isIdle() || appending > 0) {
            return true;
        }
        Described described = (Described) head.mutations().get(at);
        LanePosition before = new LanePosition(described.stamp(), described.ordinal() - 1);
        if (at > 0) {
            applyBefore(head, at, before);
        } else if (open) {
            endOpen(before, 0);
        } else {
            adapt(head, described, before);
        }
        return true;
    }

    /** Applies the rows before a change of shape in a transaction of their own: the target can't change under them. */
    private void applyBefore(Transaction head, int count, LanePosition before) {
        List<Mutation> rows = withoutDescriptions(head.take(count));
        if (open) {
            appending++;
            append(rows).onComplete(answer -> {
                appending--;
                if (answer.failed()) {
                    die(answer.cause());
                } else {
                    pump();
                }
            });
            return;
        }
        flights.send(rows, before).onComplete(answer -> {
            if (answer.failed()) {
                die(answer.cause());
            } else {
                pump();
            }
        });
    }

    private void adapt(Transaction head, Described described, LanePosition before) {
        LanePosition from = flights.row();
        LanePosition to = from.covers(before) ? from : before;
        busy = true;
        setup.schema()
                .adapt(described, setup.createTables(), setup.guard(), from, to)
                .onComplete(answer -> {
                    busy = false;
                    if (answer.failed()) {
                        die(answer.cause());
                        return;
                    }
                    flights.moved(to);
                    head.take(1);
                    pump();
                });
    }

    private int firstMisfit(Transaction head) {
        List<Mutation> mutations = head.mutations();
        for (int i = 0; i < mutations.size(); i++) {
            if (mutations.get(i) instanceof Described d && !setup.schema().fits(d.table())) {
                return i;
            }
        }
        return -1;
    }

    private static void dropDescriptions(Transaction transaction) {
        if (transaction.describes()) {
            withoutDescriptions(transaction.mutations());
        }
    }

    private static List<Mutation> withoutDescriptions(List<Mutation> mutations) {
        mutations.removeIf(Described.class::isInstance);
        return mutations;
    }

    private void onStall() {
        stallTimer = -1;
        if (!busy && !open && !inflow.isEmpty() && !inflow.headIsComplete() && flights.isIdle()) {
            openTransaction();
        }
    }

    private void stopStallTimer() {
        if (stallTimer >= 0) {
            vertx.cancelTimer(stallTimer);
            stallTimer = -1;
        }
    }

    private void tellDurable(Stamp stamp) {
        if (!stamp.equals(committed)) {
            committed = stamp;
            vertx.eventBus()
                    .publish(
                            setup.addresses().durable(),
                            new Durable(setup.lane(), setup.generation(), LanePosition.whole(stamp)),
                            LocalDelivery.news());
        }
    }

    private void die(Throwable cause) {
        busy = true;
        inbox.fail(cause);
    }
}
