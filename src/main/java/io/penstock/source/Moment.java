package io.penstock.source;

import io.penstock.stamp.Stamp;

/** What one snapshot of a source shows: exactly which transactions are in it. */
public interface Moment {
    /** True when the changes of this transaction are part of what is seen. */
    boolean sees(Stamp transaction);

    /** What {@link Backfiller#moment(String)} reads. */
    String text();
}
