package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The target's server crashes right after a commit that it had not yet written to its disk, while nothing else is under
 * way. The loop must not take for durable what was taken back.
 */
class TargetCrashIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int CRASHES = 2;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"serial", "fan"})
    void what_a_crash_takes_back_comes_again(String mode) {
        TestDatabase source = TestPostgres.shared().createDatabase("crash_s");
        try (TestPostgres server = TestPostgres.start(true)) {
            TestDatabase target = server.createDatabase("crash_t");
            // The server's own writer must not come first.
            target.execute("ALTER SYSTEM SET wal_writer_delay = '10s'");
            target.execute("SELECT pg_reload_conf()");
            source.execute("CREATE TABLE t (id int PRIMARY KEY)");
            LoopYaml config = LoopYaml.loop(
                            "crash-" + mode + "-" + ProcessHandle.current().pid(), source, target)
                    .patterns("public.t")
                    .set("mode", mode)
                    .set("retryDelay", "1s");
            int takenBack = 0;
            try (PenstockProcess node = PenstockProcess.start(config, directory)) {
                SourceLog.awaitCopied(node::status, LIMIT);
                for (int id = 1; id <= CRASHES; id++) {
                    Eventually.isTrue(
                            "the loop runs", LIMIT, () -> node.status().state().equals("RUNNING"));
                    source.execute("INSERT INTO t VALUES (" + id + ")");
                    String here = "SELECT count(*) FROM t WHERE id = " + id;
                    Eventually.isTrue("the row is seen", LIMIT, () -> target.number(here) == 1);
                    if (!target.crashServer()) {
                        return;
                    }
                    takenBack += target.number(here) == 0 ? 1 : 0;
                    Eventually.isTrue("the row comes again", LIMIT, () -> target.number(here) == 1);
                }
                assertThat(takenBack).as("rows that a crash took back").isPositive();
            }
        } finally {
            source.dropForce();
        }
    }
}
