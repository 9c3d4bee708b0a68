package io.penstock.loop;

import io.penstock.backfill.SnapshotCopy;
import io.penstock.model.Epoch;
import io.penstock.stamp.Stamp;

/** What a reign tells its loop while it begins. */
interface ReignListener {
    void reigning(Epoch epoch, Stamp consistentPoint, boolean copied);

    void copying(SnapshotCopy copy);

    void copied(SnapshotCopy copy);

    /** Something that stops nothing, but that an operator ought to know. */
    void warn(String warning);
}
