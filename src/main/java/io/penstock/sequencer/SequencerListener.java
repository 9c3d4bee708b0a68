package io.penstock.sequencer;

import io.penstock.stamp.Stamp;

/** What a sequencer tells its loop, on the loop's context. */
public interface SequencerListener {
    /** All transactions up to {@code consistentPoint} are durable on the target. */
    void durable(Stamp consistentPoint);

    /** The sequencer can't go on; told once. */
    void failed(Throwable cause);
}
