package io.penstock.sequencer;

import io.penstock.model.Batch;
import io.penstock.model.Epoch;

/**
 * Lets only the next batch of this reign and generation in. The bus may lose a message or deliver one of a generation
 * that is gone; neither may be applied (law 5).
 */
public final class BatchGate {
    private final Epoch epoch;
    private final long generation;
    private long next;

    public BatchGate(Epoch epoch, long generation) {
        this.epoch = epoch;
        this.generation = generation;
    }

    /** Null when the batch may come in, which moves the gate; otherwise why not. */
    public String refusal(Batch batch) {
        return refusal(batch.epoch(), batch.generation(), batch.sequence());
    }

    /** The same for other messages that are numbered in one row with the batches. */
    public String refusal(Epoch from, long ofGeneration, long sequence) {
        if (!from.equals(epoch) || ofGeneration != generation) {
            return "batch of epoch " + from + " generation " + ofGeneration + ", here are " + epoch + " and "
                    + generation;
        }
        if (sequence != next) {
            return "batch " + sequence + " where " + next + " is next: one was lost";
        }
        next++;
        return null;
    }

    /** The sequence number that is let in next. */
    public long next() {
        return next;
    }
}
