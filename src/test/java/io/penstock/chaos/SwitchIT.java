package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Eventually;
import io.penstock.testkit.Pause;
import io.penstock.testkit.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Law 3 across changes of mode: while the lag swings round the window, no row ever goes back to an older version.
 * {@code -Dswitch.swings=100} is the long form, two switches a swing.
 */
class SwitchIT {
    private static final int ROWS = 200;
    private static final int SWINGS = Integer.getInteger("switch.swings", 3);
    private static final int LOCK_MILLIS = 4_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void versions_never_go_back_while_the_modes_change() throws SQLException {
        try (Pair pair = new Pair("switch", directory, "versions")) {
            pair.source()
                    .execute("CREATE TABLE versions (id integer PRIMARY KEY, version bigint NOT NULL);"
                            + " INSERT INTO versions SELECT i, 0 FROM generate_series(1, " + ROWS + ") i");
            pair.config().set("mode", "auto").set("backfillWindow", "2s");
            pair.start();
            watch(pair);
            Set<String> modes = ConcurrentHashMap.newKeySet();
            try (Workers workers = new Workers()) {
                for (int i = 0; i < 2; i++) {
                    workers.add("writer " + i, pair.source(), SwitchIT::write);
                }
                for (int swing = 0; swing < SWINGS; swing++) {
                    awaitMode(pair, "serial", modes);
                    fallBehind(pair);
                    awaitMode(pair, "fan", modes);
                }
                awaitMode(pair, "serial", modes);
            }
            assertThat(pair.settle(LIMIT).toString()).isEqualTo("1 tables are equal");
            assertThat(modes).isEqualTo(new HashSet<>(Set.of("serial", "fan")));
            assertThat(pair.target().query("SELECT * FROM backwards LIMIT 5"))
                    .as("updates to the same or an older version")
                    .isEmpty();
            assertThat(pair.node().status().json().path("modeSwitches").asLong())
                    .as("switches")
                    // No more than asked for: a mode that was entered is kept for its dwell time.
                    .isBetween(2L * SWINGS, 2L * SWINGS + 1);
        }
    }

    private static void watch(Pair pair) {
        pair.target()
                .execute("CREATE TABLE backwards (id integer, was bigint, became bigint);"
                        + " CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF NEW.version <= OLD.version THEN"
                        + " INSERT INTO public.backwards VALUES (OLD.id, OLD.version, NEW.version); END IF; RETURN NULL; END';"
                        + " CREATE TRIGGER look AFTER UPDATE ON versions FOR EACH ROW EXECUTE FUNCTION look();"
                        + " ALTER TABLE versions ENABLE ALWAYS TRIGGER look");
    }

    private static void write(Connection connection) throws SQLException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int first = 1 + random.nextInt(ROWS - 10);
        // One statement locks its rows in the order of the index scan, so two writers can't lock each other out.
        Sql.execute(
                connection,
                "UPDATE versions SET version = version + 1 WHERE id IN (SELECT id FROM versions WHERE id BETWEEN "
                        + first + " AND " + (first + random.nextInt(10)) + " ORDER BY id FOR UPDATE)");
        Pause.millis(2);
    }

    /** Someone on the target holds the table; what is to be applied has to wait. */
    private static void fallBehind(Pair pair) throws SQLException {
        try (Connection holder = pair.target().connect()) {
            Sql.execute(holder, "BEGIN; LOCK TABLE versions IN SHARE MODE");
            Pause.millis(LOCK_MILLIS);
            Sql.execute(holder, "COMMIT");
        }
    }

    private static void awaitMode(Pair pair, String mode, Set<String> seen) {
        Eventually.becomes(
                "the loop is in mode " + mode,
                LIMIT,
                pair.node()::status,
                s -> s.mode().equals(mode));
        seen.add(mode);
    }
}
