package io.penstock.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Sees when the target has everything. A row that is committed last is looked for often, being cheap to find; when it
 * is there, totals are compared, because lanes side by side may bring the last row first.
 */
final class Arrival {
    static final String TABLE = "CREATE TABLE last_row (id int PRIMARY KEY)";

    private static final long PAUSE_MILLIS = 5;
    private static final long CHECK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(60);

    private Arrival() {}

    /** Commits the last row. */
    static void commitLastRow(Site site) throws SQLException {
        site.onSource("INSERT INTO last_row VALUES (1)");
    }

    /**
     * @param totals a query with one value, which is equal on both sides only when all rows have arrived
     * @return the moment at which the look began that found everything, as {@link System#nanoTime()}
     */
    static long await(Site site, Contender contender, String totals) throws Exception {
        String expected = Site.query(site.sourceUrl(), totals);
        try (Connection target = site.target()) {
            long begin = System.nanoTime();
            long nextCheck = begin + CHECK_EVERY_NANOS;
            while (true) {
                long look = System.nanoTime();
                if (Site.query(target, "SELECT 1 FROM last_row") != null
                        && expected.equals(Site.query(target, totals))) {
                    return look;
                }
                if (look - nextCheck > 0) {
                    contender.check();
                    nextCheck = look + CHECK_EVERY_NANOS;
                }
                if (look - begin > PATIENCE_NANOS) {
                    throw new IllegalStateException("after an hour the target still lacks rows: " + totals);
                }
                // Totals of big tables cost the target something: looking takes at most a fifth of a processor.
                long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - look);
                TimeUnit.MILLISECONDS.sleep(Math.max(PAUSE_MILLIS, 4 * tookMillis));
            }
        }
    }
}
