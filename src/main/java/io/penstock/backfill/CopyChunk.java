package io.penstock.backfill;

import io.penstock.model.KeyRange;
import io.penstock.source.Moment;
import io.penstock.stamp.Stamp;

/** A part of a table on its way into the target. Belongs to the loop's context. */
final class CopyChunk {
    private final int number;
    private final KeyRange range;
    private State state = State.PENDING;
    private Moment moment;
    private Stamp position;

    /** How far it is. */
    enum State {
        /** Whatever has changed by the time it is read will be seen. */
        PENDING,
        /** Its moment is being taken, and is not known yet. */
        OPENING,
        READING,
        /** Its rows are durable, with their moment. */
        DONE
    }

    /** What is to be done with a change of a row of this chunk. */
    enum Verdict {
        /** The rows that are read contain it. */
        DROP,
        /** It comes on top of the rows that were read. */
        PASS,
        /** It is to come on top of rows that are not in the target yet. */
        WAIT
    }

    CopyChunk(int number, KeyRange range) {
        this.number = number;
        this.range = range;
    }

    int number() {
        return number;
    }

    KeyRange range() {
        return range;
    }

    State state() {
        return state;
    }

    Moment moment() {
        return moment;
    }

    Stamp position() {
        return position;
    }

    boolean isInFlight() {
        return state == State.OPENING || state == State.READING;
    }

    void opening() {
        state = State.OPENING;
    }

    void reading(Moment seen, Stamp behind) {
        state = State.READING;
        moment = seen;
        position = behind;
    }

    void done() {
        state = State.DONE;
    }

    void restored(Moment seen, Stamp behind) {
        reading(seen, behind);
        done();
    }

    void pending() {
        state = State.PENDING;
        moment = null;
        position = null;
    }

    Verdict verdict(Stamp transaction) {
        return switch (state) {
            case PENDING -> Verdict.DROP;
            case OPENING -> Verdict.WAIT;
            case READING -> moment.sees(transaction) ? Verdict.DROP : Verdict.WAIT;
            case DONE -> moment.sees(transaction) ? Verdict.DROP : Verdict.PASS;
        };
    }
}
