package io.penstock.loop;

import io.penstock.backfill.Backfill;
import io.penstock.config.LoopConfig;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.Mode;
import io.penstock.progress.ProgressStore;
import io.penstock.sequencer.Sequencer;
import io.penstock.sequencer.SequencerListener;
import io.penstock.source.Dialect;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What stays the same during one reign, and how its sequencers are made. */
record ReignParts(
        LoopConfig config,
        Epoch epoch,
        Dialect dialect,
        ProgressStore progress,
        Backfill backfill,
        SequencerFactory sequencers,
        int shards,
        boolean careful,
        LoopObserver observer,
        AtomicLong generations) {

    long nextGeneration() {
        return generations.getAndIncrement();
    }

    /**
     * A sequencer whose lanes all stand at a consistent point. That is made durable first, in one transaction, with
     * the routing that the lanes are filled under from now on.
     */
    Future<Sequencer> freshSequencer(Mode mode, Stamp at, SequencerListener listener) {
        Routing routing = sequencers.routing(mode, shards);
        LanePosition position = LanePosition.whole(at);
        return progress.barrier(config.name(), epoch, position, routing.lanes(), routing.text(), backfill.unseen())
                .map(durable -> {
                    Map<Lane, LanePosition> rows = new HashMap<>();
                    routing.lanes().forEach(lane -> rows.put(lane, position));
                    return sequencers.make(routing, nextGeneration(), rows, position, careful, listener);
                });
    }

    /** A sequencer that goes on under the routing that progress was left with. */
    Sequencer restoredSequencer(
            Routing routing, Map<Lane, LanePosition> rows, Stamp consistent, SequencerListener listener) {
        return sequencers.make(routing, nextGeneration(), rows, LanePosition.whole(consistent), careful, listener);
    }
}
