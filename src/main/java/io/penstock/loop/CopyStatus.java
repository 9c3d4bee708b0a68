package io.penstock.loop;

import io.penstock.backfill.TableCopy;
import io.penstock.bus.LoopStatus.Backfill;
import java.util.List;

/** How far the copy is, for people and programs. */
final class CopyStatus {
    private CopyStatus() {}

    static Backfill of(List<TableCopy> tables, boolean over) {
        int done = 0;
        long rows = 0;
        long estimated = 0;
        for (TableCopy table : tables) {
            done += table.isFinished() ? 1 : 0;
            rows += table.rows();
            estimated += Math.max(0, table.estimatedRows());
        }
        Backfill.State now = over ? Backfill.State.DONE : Backfill.State.RUNNING;
        return new Backfill(now, tables.size(), done, rows, tables.isEmpty() ? null : estimated);
    }
}
