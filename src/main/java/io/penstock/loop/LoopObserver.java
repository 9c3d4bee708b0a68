package io.penstock.loop;

import io.penstock.model.Mode;
import io.penstock.model.Mutation;
import io.penstock.sequencer.FlightObserver;
import io.penstock.stamp.Stamp;
import java.util.List;

/** Who wants to hear what a loop does: metrics, the log, the bus. It must not influence it. */
interface LoopObserver extends FlightObserver {
    /** These mutations are executed on the target. */
    void executed(List<Mutation> mutations);

    /** A transaction with this commit time has become durable on the target; one of each batch is told. */
    void visible(long commitMicros);

    void switched(Mode from, Mode to, Stamp at, long nanos);
}
