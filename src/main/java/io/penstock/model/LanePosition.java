package io.penstock.model;

import io.penstock.stamp.Order;
import io.penstock.stamp.Stamp;

/**
 * How far a lane has come: everything of the transaction at {@code stamp} up to and including message {@code ordinal},
 * and all that lies before that transaction.
 *
 * @param ordinal counts the row messages of the source inside the transaction, from 1, before any filter;
 *     {@link #WHOLE} when the transaction is complete
 */
public record LanePosition(Stamp stamp, long ordinal) {
    /** The ordinal that stands for a whole transaction. */
    public static final long WHOLE = Long.MAX_VALUE;

    public LanePosition {
        if (ordinal < 0) {
            throw new IllegalArgumentException("ordinal " + ordinal + " is negative");
        }
    }

    /** All up to and including the transaction at {@code stamp}. */
    public static LanePosition whole(Stamp stamp) {
        return new LanePosition(stamp, WHOLE);
    }

    /** True when message {@code at}/{@code message} is part of what has been applied. */
    public boolean covers(Stamp at, long message) {
        Order order = at.compare(stamp);
        return order == Order.BEFORE || (order == Order.EQUAL && message <= ordinal);
    }

    public boolean covers(LanePosition other) {
        return covers(other.stamp, other.ordinal);
    }

    /** The one that covers more; both must lie on one line. */
    public static LanePosition later(LanePosition a, LanePosition b) {
        if (a.covers(b)) {
            return a;
        }
        if (b.covers(a)) {
            return b;
        }
        throw new IllegalArgumentException("unrelated positions " + a + " and " + b);
    }

    @Override
    public String toString() {
        return ordinal == WHOLE ? stamp.toString() : stamp + "#" + ordinal;
    }
}
