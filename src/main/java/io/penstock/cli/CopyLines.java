package io.penstock.cli;

import io.penstock.bus.CopyPace;
import io.penstock.bus.LoopStatus.Backfill;
import io.penstock.bus.LoopStatus.TableProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How far a copy is, for a terminal: a line for all of it, and a line with a bar for each table under way. */
final class CopyLines {
    private static final int BAR_CELLS = 20;

    private CopyLines() {}

    /** None when no copy is under way. */
    static List<String> of(Backfill copy) {
        if (copy.state() != Backfill.State.RUNNING) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("copying: " + number(copy.tablesDone()) + " of " + number(copy.tables()) + " tables, "
                + number(copy.rows())
                + (copy.estimatedRows() == null ? "" : " of about " + number(copy.estimatedRows())) + " rows"
                + pace(copy.pace()));
        int width = copy.underWay().stream()
                .mapToInt(table -> table.table().length())
                .max()
                .orElse(0);
        copy.underWay().forEach(table -> lines.add("  " + table(table, width)));
        return lines;
    }

    private static String table(TableProgress table, int width) {
        return table.table() + " ".repeat(width - table.table().length()) + "  " + bar(table) + number(table.rows())
                + " rows" + pace(table.pace()) + ", " + number(table.chunksDone()) + " chunks done, "
                + table.chunksInFlight() + " in flight"
                + (table.reread() == 0 ? "" : ", " + number(table.reread()) + " read again");
    }

    /** Nothing where the rows can't be estimated, or those of an earlier reign are not known. */
    private static String bar(TableProgress table) {
        Long estimated = table.estimatedRows();
        if (estimated == null
                || estimated == 0
                || (table.rows() > 0 && table.pace().secondsLeft() == null)) {
            return "";
        }
        // Statistics may be too low: not done before it is.
        long percent = Math.min(99, table.rows() * 100 / estimated);
        int full = (int) (percent * BAR_CELLS / 100);
        return "[" + "#".repeat(full) + ".".repeat(BAR_CELLS - full) + "] " + percent + " %, ";
    }

    private static String pace(CopyPace pace) {
        if (pace.rowsPerSecond() == null) {
            return "";
        }
        String rates = ", " + number(pace.rowsPerSecond()) + " rows/s"
                + (pace.bytesPerSecond() == null
                        ? ""
                        : String.format(Locale.ROOT, ", %.1f MB/s", pace.bytesPerSecond() / 1e6));
        return rates + (pace.secondsLeft() == null ? "" : ", about " + time(pace.secondsLeft()) + " left");
    }

    private static String time(long seconds) {
        Duration left = Duration.ofSeconds(seconds);
        if (left.toHours() > 0) {
            return left.toHours() + " h " + left.toMinutesPart() + " min";
        }
        return left.toMinutes() > 0 ? left.toMinutes() + " min " + left.toSecondsPart() + " s" : seconds + " s";
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
