package io.penstock.demo;

import java.io.PrintStream;
import java.util.Locale;

/** The demo's plain lines. */
final class Console {
    private final PrintStream out;
    private final long startNanos = System.nanoTime();
    private long lastRows;
    private long lastNanos = startNanos;
    private double maxLagSeconds;
    private long maxRowsPerSecond;

    Console(PrintStream out) {
        this.out = out;
    }

    void say(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
        out.flush();
    }

    /** One line of progress; rates are those since the line before. */
    void progress(LoopStatus status, long committed) {
        long now = System.nanoTime();
        long rows = status.rowsCopied() + status.rowsApplied();
        long rate = Math.max(0, Math.round((rows - lastRows) * 1e9 / Math.max(1, now - lastNanos)));
        lastRows = rows;
        lastNanos = now;
        maxRowsPerSecond = Math.max(maxRowsPerSecond, rate);
        boolean lagKnown = !Double.isNaN(status.lagSeconds());
        if (lagKnown && status.state().equals("RUNNING")) {
            maxLagSeconds = Math.max(maxLagSeconds, status.lagSeconds());
        }
        say(
                "%4d s  %-10s %-6s copied %,9d  applied %,9d  %,8d rows/s  lag %s  (source: %,d transactions)",
                (now - startNanos) / 1_000_000_000,
                status.state(),
                status.mode().toLowerCase(Locale.ROOT),
                status.rowsCopied(),
                status.rowsApplied(),
                rate,
                lagKnown ? String.format(Locale.ROOT, "%.2f s", status.lagSeconds()) : "unknown",
                committed);
    }

    double secondsSinceStart() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    double maxLagSeconds() {
        return maxLagSeconds;
    }

    long maxRowsPerSecond() {
        return maxRowsPerSecond;
    }
}
