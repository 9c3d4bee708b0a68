package io.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.TableName;
import io.penstock.testkit.Equality;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that the target refuses at first, and that the loop gets past by itself. */
class RefusedRowsIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<TableName> TABLES =
            List.of(new TableName("public", "t"), new TableName("public", "filler"));

    private final TestDatabase source = TestPostgres.shared().createDatabase("refused_s");
    private final TestDatabase target = TestPostgres.target().createDatabase("refused_t");
    private PenstockProcess node;

    @TempDir
    Path directory;

    @AfterEach
    void end() {
        if (node != null) {
            node.close();
        }
        source.dropForce();
        target.dropForce();
    }

    /** The stream does not tell of a new label; the row that has it is the first to show. */
    @ParameterizedTest
    @ValueSource(strings = {"serial", "fan"})
    void a_label_that_the_target_lacks_is_added(String mode) {
        start(mode, "CREATE TYPE phase AS ENUM ('todo', 'done'); CREATE TABLE t (id int PRIMARY KEY, p phase)");
        source.execute("INSERT INTO t VALUES (1, 'todo')");
        SourceLog.awaitApplied(source, node::status, LIMIT);
        source.execute("ALTER TYPE phase ADD VALUE 'doing' BEFORE 'done'");
        source.execute("INSERT INTO t VALUES (2, 'doing'), (3, 'done')");
        settle();
        String labels = "SELECT enum_range(NULL::phase)";
        assertThat(target.value(labels)).isEqualTo(source.value(labels));
        // Once is not for ever: the next label has to be met again.
        source.execute("ALTER TYPE phase ADD VALUE 'never'");
        source.execute("INSERT INTO t VALUES (4, 'never')");
        settle();
    }

    /** Folded, one row takes a unique value before the other has let go of it; and what streams can't go again alone. */
    @Test
    void a_streamed_transaction_that_only_its_own_order_can_apply() {
        start("serial", "CREATE TABLE t (id int PRIMARY KEY, v text UNIQUE); INSERT INTO t VALUES (1, 'a'), (2, 'b')");
        long epoch = epoch(node.status());
        source.execute("BEGIN; INSERT INTO filler SELECT i, repeat('f', 100) FROM generate_series(1, 60000) i;"
                + " UPDATE t SET v = 'between' WHERE id = 2; UPDATE t SET v = 'b' WHERE id = 1;"
                + " UPDATE t SET v = 'a' WHERE id = 2; COMMIT");
        settle();
        assertThat(target.query("SELECT id, v FROM t ORDER BY id"))
                .isEqualTo(List.of(List.of("1", "b"), List.of("2", "a")));
        source.execute("INSERT INTO t VALUES (3, 'behind')");
        LoopStatus later = Eventually.becomes(
                "a careful reign, and one that is not after it",
                LIMIT,
                node::status,
                s -> epoch(s) >= epoch + 2 && s.state().equals("RUNNING"));
        settle();
        assertThat(epoch(node.status())).as("and no more").isEqualTo(epoch(later));
    }

    private void start(String mode, String tables) {
        source.execute(tables + "; CREATE TABLE filler (id int PRIMARY KEY, v text)");
        LoopYaml yaml = LoopYaml.loop("refused-" + ProcessHandle.current().pid() + "-" + mode, source, target)
                .tables(TABLES)
                .set("mode", mode)
                .set("bytesInFlight", "4MiB")
                .set("retryDelay", "1s");
        node = PenstockProcess.start(yaml, directory);
        SourceLog.awaitCopied(node::status, LIMIT);
    }

    private void settle() {
        SourceLog.awaitApplied(source, node::status, LIMIT);
        assertThat(Equality.compare(source, target, TABLES).isEqual()).isTrue();
        Eventually.becomes("no error is left", LIMIT, () -> node.status().error(), String::isEmpty);
        assertThat(node.log()).doesNotContain("FAILED");
    }

    private static long epoch(LoopStatus status) {
        return status.json().path("epoch").asLong();
    }
}
