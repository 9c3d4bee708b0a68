package io.penstock.sequencer.fan;

import io.penstock.model.Batch;
import io.penstock.model.LanePosition;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Described;
import io.penstock.sequencer.LaneFlights;
import io.penstock.sequencer.LaneInbox;
import io.penstock.sequencer.LaneSetup;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.List;

/**
 * The lane of what can't run beside anything else. Its mutations are applied one statement each in source order: a
 * change of many keys ({@code id = id + 1}) is right in no other. All shards stand still meanwhile.
 */
final class BarrierVerticle extends VerticleBase {
    private final LaneSetup setup;
    private final LaneInbox inbox;
    private final LaneFlights flights;
    private Future<Void> tail = Future.succeededFuture();

    BarrierVerticle(LaneSetup setup) {
        this.setup = setup;
        this.inbox = new LaneInbox(setup, this::receive, () -> tail.isComplete());
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
        tail = tail.compose(done -> apply(batch.mutations()));
        tail.onSuccess(done -> inbox.executed(batch.mutations().size())).onFailure(inbox::fail);
    }

    /** Rows between two changes of shape go in one transaction, each change in its own. */
    private Future<Void> apply(List<Mutation> mutations) {
        Future<Void> done = Future.succeededFuture();
        List<Mutation> run = new ArrayList<>();
        for (Mutation m : mutations) {
            if (m instanceof Described described) {
                List<Mutation> before = run;
                run = new ArrayList<>();
                done = done.compose(v -> applyRows(before)).compose(v -> adapt(described));
            } else if (!setup.covered().covers(m.stamp(), m.ordinal())) {
                run.add(m);
            }
        }
        List<Mutation> rest = run;
        return done.compose(v -> applyRows(rest));
    }

    private Future<Void> applyRows(List<Mutation> rows) {
        if (rows.isEmpty()) {
            return Future.succeededFuture();
        }
        Mutation last = rows.get(rows.size() - 1);
        return flights.sendInOrder(rows, new LanePosition(last.stamp(), last.ordinal()));
    }

    private Future<Void> adapt(Described described) {
        if (setup.covered().covers(described.stamp(), described.ordinal())
                || setup.schema().fits(described.table())) {
            return Future.succeededFuture();
        }
        LanePosition before = new LanePosition(described.stamp(), described.ordinal() - 1);
        LanePosition from = flights.row();
        LanePosition to = from.covers(before) ? from : before;
        return setup.schema()
                .adapt(described, setup.createTables(), setup.guard(), from, to)
                .onSuccess(done -> flights.moved(to));
    }
}
