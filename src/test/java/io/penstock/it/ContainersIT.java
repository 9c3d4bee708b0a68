package io.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that only containers bring. Skipped, with the reason, where no container engine answers. */
class ContainersIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String ROWS = "SELECT id, v FROM t ORDER BY id";

    @TempDir
    Path directory;

    @Test
    void postgresqlAsSourceAndTarget() {
        TestPostgres container = TestPostgres.container();
        replicate("serial", container, container);
    }

    @ParameterizedTest
    @ValueSource(strings = {"serial", "fan"})
    void cockroachAsTarget(String mode) {
        replicate(mode, TestPostgres.shared(), TestPostgres.cockroach());
    }

    private void replicate(String mode, TestPostgres from, TestPostgres to) {
        TestDatabase source = from.createDatabase("contained_s");
        TestDatabase target = to.createDatabase("contained_t");
        source.execute("CREATE TABLE t (id int PRIMARY KEY, v text); INSERT INTO t VALUES (1, 'one'), (2, 'two')");
        LoopYaml yaml = LoopYaml.loop("contained_" + mode, source, target)
                .patterns("public.*")
                .set("mode", mode)
                .set("retryDelay", "1s");
        try (PenstockProcess node = PenstockProcess.start(yaml, directory)) {
            equal(node, source, target);
            source.execute("UPDATE t SET v = 'changed' WHERE id = 2; UPDATE t SET id = 30 WHERE id = 1");
            equal(node, source, target);
            source.execute("BEGIN; TRUNCATE t; INSERT INTO t VALUES (5, 'behind the truncate'); COMMIT");
            equal(node, source, target);
            node.stop();
        }
    }

    private static void equal(PenstockProcess node, TestDatabase source, TestDatabase target) {
        List<List<String>> rows = source.query(ROWS);
        Eventually.becomes(
                "the target is equal, or the loop fails",
                LIMIT,
                () -> node.status().isFailed()
                        || (node.status().copyIsDone() && target.query(ROWS).equals(rows)),
                ended -> ended);
        assertThat(node.status().error()).isEmpty();
    }
}
