package io.penstock.loop;

import io.penstock.backfill.Backfill;
import io.penstock.backfill.TableCopy;
import io.penstock.model.Epoch;
import io.penstock.stamp.Stamp;
import java.util.List;

/** What a reign tells its loop while it begins. */
interface ReignListener {
    void reigning(Epoch epoch, Stamp consistentPoint, boolean copied);

    /** Rows that are there are copied beside the stream. */
    void copying(Backfill backfill);

    /** All of them are there, and the stream has come up to them. */
    void copied(List<TableCopy> tables);

    /** Something that stops nothing, but that an operator ought to know. */
    void warn(String warning);
}
