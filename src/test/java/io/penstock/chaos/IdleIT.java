package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.stamp.LsnStamp;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.Pause;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.Sql;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 7: a quiet publication beside a busy table lets the source throw its log away. */
class IdleIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"serial", "fan"})
    void a_quiet_publication_does_not_retain_the_log(String mode) {
        try (Pair pair = new Pair("idle", directory, "quiet")) {
            pair.source().execute("CREATE TABLE quiet (id integer PRIMARY KEY); CREATE TABLE busy (id bigint, v text)");
            pair.config().set("mode", mode);
            pair.start();
            try (Workers workers = new Workers()) {
                workers.add("busy", pair.source(), c -> {
                    Sql.execute(c, "INSERT INTO busy SELECT i, repeat('x', 200) FROM generate_series(1, 100) i");
                    Pause.millis(20);
                });
                Pause.millis(1_000);
                // The target of the advance is taken while the busy table goes on: it must be reached, not only at
                // rest.
                long end = ((LsnStamp) SourceLog.end(pair.source())).end();
                Eventually.becomes(
                        "the slot's confirmed position reaches " + LsnStamp.lsnText(end),
                        LIMIT,
                        () -> confirmed(pair),
                        lsn -> Long.compareUnsigned(lsn, end) >= 0);
            }
            // Nothing was skipped by advancing: what comes now arrives, also after a restart from the advanced point.
            pair.node().stop();
            pair.source().execute("INSERT INTO quiet VALUES (1), (2)");
            try (PenstockProcess again = PenstockProcess.start(pair.config(), directory)) {
                SourceLog.awaitApplied(pair.source(), again::status, LIMIT);
                assertThat(pair.target().query("SELECT id FROM quiet ORDER BY id"))
                        .hasSize(2);
            }
        }
    }

    private static long confirmed(Pair pair) {
        return LsnStamp.parseLsn(pair.source()
                .value("SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE database = current_database()"
                        + " AND NOT temporary"));
    }
}
