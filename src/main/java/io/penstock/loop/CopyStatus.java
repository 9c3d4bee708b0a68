package io.penstock.loop;

import io.penstock.backfill.TableCopy;
import io.penstock.bus.CopyPace;
import io.penstock.bus.LoopStatus.Backfill;
import io.penstock.bus.LoopStatus.TableProgress;
import java.util.Comparator;
import java.util.List;

/** How far the copy is, for people and programs. */
final class CopyStatus {
    /** A status is for reading; of ten thousand tables the largest are enough. */
    private static final int MOST_TABLES = 50;

    private CopyStatus() {}

    /** @param seconds since it began, or 0 when it is over */
    static Backfill of(List<TableCopy> tables, double seconds) {
        int done = 0;
        long rows = 0;
        long estimated = 0;
        long bytes = 0;
        for (TableCopy table : tables) {
            done += table.isFinished() ? 1 : 0;
            rows += table.rows();
            bytes += table.bytes();
            estimated += Math.max(0, table.estimatedRows());
        }
        boolean over = seconds == 0;
        return new Backfill(
                over ? Backfill.State.DONE : Backfill.State.RUNNING,
                tables.size(),
                done,
                rows,
                tables.isEmpty() ? null : estimated,
                bytes,
                over ? CopyPace.NONE : CopyPace.of(rows, bytes, seconds, rowsLeft(tables)),
                over ? List.of() : underWay(tables));
    }

    private static long rowsLeft(List<TableCopy> tables) {
        long left = 0;
        for (TableCopy table : tables) {
            if (table.rowsLeft() < 0) {
                return -1;
            }
            left += table.rowsLeft();
        }
        return left;
    }

    private static List<TableProgress> underWay(List<TableCopy> tables) {
        return tables.stream()
                .filter(table ->
                        !table.isFinished() && table.chunksDone() + table.chunksInFlight() + table.reread() > 0)
                .sorted(Comparator.comparingLong(TableCopy::estimatedRows).reversed())
                .limit(MOST_TABLES)
                .map(table -> new TableProgress(
                        table.table().toString(),
                        table.rows(),
                        table.estimatedRows() < 0 ? null : table.estimatedRows(),
                        table.bytes(),
                        CopyPace.of(table.rows(), table.bytes(), table.seconds(), table.rowsLeft()),
                        table.chunksDone(),
                        table.chunksInFlight(),
                        table.reread()))
                .toList();
    }
}
