package io.penstock.sequencer;

import io.penstock.model.Lane;
import io.penstock.model.LanePosition;

/** Hears of every flight that became durable; for metrics. Called on the lane's context. */
public interface FlightObserver {
    /** @param rows row mutations it carried; @param nanos from sending to the answer of COMMIT */
    void landed(Lane lane, LanePosition to, int rows, long nanos);

    /** A folded flight was refused and went again in source order. */
    void replayed(Lane lane, LanePosition to);
}
