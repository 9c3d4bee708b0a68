package io.penstock.chaos;

import io.penstock.testkit.Equality;
import java.nio.file.Path;
import java.time.Duration;

/** Law 6 under a heap of 256 MiB: one transaction much larger than it, and one row that is a good part of it. */
final class MemoryRun {
    private static final int BIG_ROW_MEBIBYTES = 20;

    private MemoryRun() {}

    /** @return what is wrong, or empty */
    static String run(String mode, long rows, Path directory) {
        try (Pair pair = new Pair("memory", directory, "many", "wide")) {
            pair.source()
                    .execute("CREATE TABLE many (id integer PRIMARY KEY, a text, b text, n integer);"
                            + " CREATE TABLE wide (id integer PRIMARY KEY, v text)");
            pair.config().set("mode", mode);
            pair.start("-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
            pair.source()
                    .execute("INSERT INTO many SELECT i, md5(i::text), repeat('x', 100), i % 7"
                            + " FROM generate_series(1, " + rows + ") i");
            pair.source()
                    .execute("BEGIN; INSERT INTO wide VALUES (1, 'small');"
                            // Not compressible, so that it is as big on the wire as in the table.
                            + " INSERT INTO wide SELECT 2, string_agg(md5(i::text), '') FROM generate_series(1, "
                            + BIG_ROW_MEBIBYTES * 1024 * 1024 / 32
                            + ") i; UPDATE wide SET id = 3 WHERE id = 2; COMMIT");
            Equality.Comparison comparison;
            try {
                comparison = pair.settle(Duration.ofSeconds(120 + rows / 5_000));
            } catch (AssertionError e) {
                return (pair.node().isAlive() ? "" : "the node died; ") + e.getMessage();
            }
            return comparison.isEqual() ? "" : comparison.toString();
        }
    }
}
