package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Eventually;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Source and target are compared while both change: what is under way is no difference, what was planted is one. */
class VerifyIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    @Test
    void only_planted_differences_are_found_under_load_and_they_are_repaired() throws Exception {
        try (Pair pair = new Pair("verify", directory, "t", "words", "log", "kinds")) {
            pair.source()
                    .execute("CREATE TABLE t (id int PRIMARY KEY, v bytea, n int NOT NULL DEFAULT 0);"
                            + " CREATE TABLE words (w text, x int, n int NOT NULL DEFAULT 0, PRIMARY KEY (w, x));"
                            + " CREATE TABLE log (line text); ALTER TABLE log REPLICA IDENTITY FULL;"
                            + " CREATE TABLE kinds (f float8 PRIMARY KEY, j json, t timestamptz, c char(5), a int[]);"
                            + " INSERT INTO t SELECT i, sha256(i::text::bytea) FROM generate_series(1, 20000) i;"
                            + " INSERT INTO words SELECT md5(i::text), i FROM generate_series(1, 3000) i;"
                            + " INSERT INTO log SELECT 'line ' || i % 100 FROM generate_series(1, 3000) i;"
                            + " INSERT INTO kinds SELECT i / 3.0, '{\"a\":  1}', now(), 'x', ARRAY[i, NULL]"
                            + " FROM generate_series(1, 100) i; ANALYZE");
            pair.config().set("mode", "serial");
            pair.start();
            whatIsUnderWayIsNoDifference(pair);
            AtomicBoolean over = new AtomicBoolean();
            Thread load = new Thread(() -> load(pair, over));
            load.start();
            try {
                for (int i = 0; i < 2; i++) {
                    JsonObject equal = verified(pair, "{}");
                    assertThat(equal.getLong("differences")).as(equal.encode()).isZero();
                    assertThat(equal.getLong("skipped")).as(equal.encode()).isZero();
                    assertThat(equal.getInteger("compared")).isEqualTo(4);
                }
                pair.target()
                        .execute("UPDATE t SET v = set_bit(v, 77, 1 - get_bit(v, 77)) WHERE id = 15450;"
                                + " DELETE FROM t WHERE id = 15451; INSERT INTO t VALUES (-5, 'phantom');"
                                + " INSERT INTO log VALUES ('line 7'), ('phantom');"
                                + " DELETE FROM log WHERE ctid = (SELECT min(ctid) FROM log WHERE line = 'line 9');"
                                + " UPDATE kinds SET j = '{\"a\": 1}' WHERE f = 1");
                JsonObject found = verified(pair, "{}");
                assertThat(counts(found, "public.t")).isEqualTo("1 missing, 1 extra, 1 different");
                assertThat(counts(found, "public.log")).isEqualTo("1 missing, 2 extra, 0 different");
                assertThat(counts(found, "public.kinds")).isEqualTo("0 missing, 0 extra, 1 different");
                assertThat(counts(found, "public.words")).isEqualTo("0 missing, 0 extra, 0 different");
                JsonObject repaired = verified(pair, "{\"repair\": true}");
                assertThat(repaired.getLong("differences"))
                        .as(repaired.encode())
                        .isZero();
                assertThat(repaired.getJsonArray("repaired")).hasSize(3);
            } finally {
                over.set(true);
                load.join();
            }
            var rows = pair.settle(LIMIT);
            assertThat(rows.isEqual()).as(rows.toString()).isTrue();
        }
    }

    /** The target is held up, so that it is behind for certain when it is compared. */
    private static void whatIsUnderWayIsNoDifference(Pair pair) throws SQLException {
        try (Connection holding = pair.target().connect();
                Statement statement = holding.createStatement()) {
            holding.setAutoCommit(false);
            statement.execute("SELECT FROM t WHERE id = 1 FOR UPDATE");
            pair.source().execute("UPDATE t SET n = -1 WHERE id = 1; DELETE FROM t WHERE id = 2");
            begin(pair, "{}");
            Eventually.becomes(
                    "the verification waits for the loop",
                    LIMIT,
                    () -> pair.source()
                            .query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'penstock verify "
                                    + pair.config().name()
                                    + "' AND state = 'idle' AND query LIKE '%pg_current_wal_lsn%'"),
                    waiting -> !waiting.isEmpty());
            holding.rollback();
        }
        assertThat(ended(pair).getLong("differences")).isZero();
    }

    /**
     * Rows change, come, go and come back, among them keys that are there only for moments. Rows that differences are
     * planted in are left alone: the next change of a row would mend it.
     */
    private static void load(Pair pair, AtomicBoolean over) {
        for (int i = 0; !over.get(); i++) {
            pair.source()
                    .execute("UPDATE t SET n = n + 1 WHERE id % 500 = " + i % 400
                            + "; DELETE FROM t WHERE id = 30000; UPDATE words SET n = n + 1, x = -x WHERE x % 97 = "
                            + i % 97 + "; INSERT INTO log VALUES ('new " + i % 50 + "')");
            pair.source()
                    .execute("INSERT INTO t VALUES (30000, 'comes and goes'); DELETE FROM log WHERE line = 'new "
                            + (i + 25) % 50 + "'");
        }
    }

    private static String counts(JsonObject verified, String table) {
        return verified.getJsonArray("results").stream()
                .map(JsonObject.class::cast)
                .filter(result -> result.getString("table").equals(table))
                .map(result -> result.getLong("missing") + " missing, " + result.getLong("extra") + " extra, "
                        + result.getLong("different") + " different")
                .findFirst()
                .orElse("not compared");
    }

    private static JsonObject verified(Pair pair, String body) {
        begin(pair, body);
        return ended(pair);
    }

    private static void begin(Pair pair, String body) {
        assertThat(pair.node().api().post(pair.config().name(), "verify", body)).isTrue();
    }

    private static JsonObject ended(Pair pair) {
        String loop = pair.config().name();
        JsonObject ended = Eventually.becomes(
                "the verification ends",
                LIMIT,
                () -> new JsonObject(
                        pair.node().api().get("/api/loops/" + loop + "/verify").orElse("{}")),
                answer -> !answer.getString("state", "running").equals("running"));
        assertThat(ended.getString("state")).as(ended.encode()).isEqualTo("done");
        return ended;
    }
}
