package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Equality;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that is stopped in the middle of its work holds locks and the slot; another takes over all the same. */
class TakeoverIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration TAKEOVER = Duration.ofSeconds(10);
    private static final int ACCOUNTS = 2_000;

    private final String loop = "takeover-" + ProcessHandle.current().pid();
    private final TestDatabase source = TestPostgres.shared().createDatabase("takeover_s");
    private final TestDatabase target = TestPostgres.target().createDatabase("takeover_t");
    private PenstockProcess first;
    private PenstockProcess second;

    @TempDir
    Path directory;

    @AfterEach
    void end() throws Exception {
        if (first != null) {
            signal("-CONT");
            first.close();
        }
        if (second != null) {
            second.close();
        }
        source.dropForce();
        target.dropForce();
    }

    @Test
    void a_second_node_takes_over_from_one_that_is_stopped_inside_a_transaction() throws Exception {
        ChaosTables.create(source, ACCOUNTS);
        first = node("first");
        SourceLog.awaitCopied(first::status, LIMIT);
        ChaosTables.watch(target);
        try (ChaosWorkload workload = new ChaosWorkload(source, 1)) {
            ChaosWorkload.bigTransaction(source);
            stopInsideTransaction();
            second = node("second");
            Eventually.becomes(
                    "takeover", TAKEOVER, second::status, s -> s.state().equals("RUNNING"));
            assertThat(openTransactions(1))
                    .as("transactions of the first reign")
                    .isZero();
            signal("-CONT");
            // What cut it says the server, the driver or the client library, each in its own words.
            Eventually.becomes(
                    "the first node's reign is over",
                    LIMIT,
                    first::log,
                    log -> log.matches("(?s).*: (WAITING|FENCED).*"));
            assertThat(first.status().isFailed()).as(first.status().toString()).isFalse();
            first.close();
            assertThat(workload.transactions()).isPositive();
        }
        SourceLog.awaitApplied(source, second::status, LIMIT);
        assertThat(Equality.compare(source, target, ChaosTables.ALL).isEqual()).isTrue();
        assertThat(ChaosTables.testimony(source, target)).isEmpty();
    }

    private PenstockProcess node(String name) throws IOException {
        LoopYaml config = LoopYaml.loop(loop, source, target)
                .tables(ChaosTables.ALL)
                .set("mode", "serial")
                .set("retryDelay", "1s");
        return PenstockProcess.start(
                config, Files.createDirectory(directory.resolve(name)), "-Xmx256m", "-XX:+UseSerialGC");
    }

    /** Stops and looks; what was stopped between two transactions goes on for a moment. */
    private void stopInsideTransaction() {
        Eventually.isTrue("stopped inside a transaction", LIMIT, () -> {
            signal("-STOP");
            // What was on its way to the server is carried out first.
            Eventually.isTrue("the server has nothing left to do", () -> sessions("active", 1) == 0);
            if (openTransactions(1) > 0) {
                return true;
            }
            signal("-CONT");
            return false;
        });
    }

    private long openTransactions(int epoch) {
        return sessions("idle in transaction", epoch);
    }

    private long sessions(String state, int epoch) {
        return target.number("SELECT count(*) FROM pg_stat_activity WHERE state = '" + state
                + "' AND application_name LIKE 'penstock/" + loop + "/" + epoch + "/%'");
    }

    private void signal(String name) throws Exception {
        new ProcessBuilder("kill", name, Long.toString(first.pid())).start().waitFor();
    }
}
