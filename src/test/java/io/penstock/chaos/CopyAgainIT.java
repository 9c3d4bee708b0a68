package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Equality;
import io.penstock.testkit.SourceLog;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One table is copied again on command, while the loop is serial and loaded. */
class CopyAgainIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    @Test
    void a_damaged_table_is_repaired_and_phantom_rows_go() {
        try (Pair pair = new Pair("again", directory, "t", "words")) {
            pair.source()
                    .execute("CREATE TABLE t (id int PRIMARY KEY, v text, n int NOT NULL DEFAULT 0);"
                            + " CREATE TABLE words (w text PRIMARY KEY, n int NOT NULL DEFAULT 0);"
                            + " INSERT INTO t SELECT i, 'v' FROM generate_series(2, 30000, 2) i;"
                            + " INSERT INTO words SELECT md5(i::text) FROM generate_series(1, 9000) i");
            pair.config().set("mode", "serial");
            pair.start();
            pair.target()
                    .execute("UPDATE t SET v = 'damaged' WHERE id % 100 = 0; DELETE FROM t WHERE id % 300 = 0;"
                            + " INSERT INTO t VALUES (7, 'phantom'), (-1, 'phantom'), (99999, 'phantom');"
                            + " INSERT INTO words VALUES ('phantom'), ('zzz')");
            String loop = pair.config().name();
            assertThat(pair.node().api().post(loop, "backfill", "{\"tables\": [\"public.nothing\"]}"))
                    .as("a pattern that matches nothing")
                    .isFalse();
            assertThat(pair.node().api().post(loop, "backfill", "{\"tables\": [\"public.t\", \"w*\"]}"))
                    .isTrue();
            for (int i = 0; i < 100; i++) {
                pair.source()
                        .execute("UPDATE t SET n = n + 1, id = CASE WHEN id % 4 = 0 THEN -id ELSE id END"
                                + " WHERE id BETWEEN " + i * 300 + " AND " + (i * 300 + 50));
                pair.source()
                        .execute("UPDATE words SET n = n + 1 WHERE w LIKE '" + Integer.toHexString(i % 16) + "1%'");
            }
            SourceLog.awaitCopied(pair.node()::status, LIMIT);
            Equality.Comparison rows = pair.settle(LIMIT);
            assertThat(rows.isEqual()).as(rows.toString()).isTrue();
            assertThat(pair.node().status().mode()).isEqualTo("serial");
        }
    }
}
