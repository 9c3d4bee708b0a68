package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.TableName;
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
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A lane that was ahead when the node was killed is ahead by the routing of that day. Here an index that ties all rows
 * of a table to one lane comes while the node is down.
 */
class RetiedTablesIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int KEYS = 20;
    /** Some of them have their one lane where the one that is held up is, others where the other is. */
    private static final List<TableName> TABLES = Stream.of("a", "b", "c", "d", "e", "f")
            .map(t -> new TableName("public", t))
            .toList();

    private final TestDatabase source = TestPostgres.shared().createDatabase("retied_s");
    private final TestDatabase target = TestPostgres.target().createDatabase("retied_t");

    @TempDir
    Path directory;

    @AfterEach
    void end() {
        source.dropForce();
        target.dropForce();
    }

    @Test
    void what_a_lane_was_ahead_of_is_neither_lost_nor_applied_again() throws Exception {
        TABLES.forEach(t -> source.execute("CREATE TABLE " + t.table() + " (id int PRIMARY KEY, v int);"
                + " INSERT INTO " + t.table() + " SELECT n, n FROM generate_series(1, " + KEYS + ") n"));
        try (PenstockProcess first = node("first")) {
            SourceLog.awaitCopied(first::status, LIMIT);
            try (Connection other = target.connect();
                    Statement lock = other.createStatement()) {
                other.setAutoCommit(false);
                lock.execute("SELECT FROM a WHERE id = 1 FOR UPDATE");
                for (TableName t : TABLES) {
                    for (int key = 1; key <= KEYS; key++) {
                        source.execute("UPDATE " + t.table() + " SET v = v + 100 WHERE id = " + key);
                    }
                }
                // The lane of key 1 stands, and with it what comes behind it there; the other goes through to the end.
                Eventually.isTrue(
                        "the other lane has come to the last table",
                        LIMIT,
                        () -> target.number("SELECT count(*) FROM f WHERE v > 100") > 0);
                first.kill();
            }
        }
        TABLES.forEach(t -> target.execute("CREATE UNIQUE INDEX ON " + t.table() + " (v)"));
        try (PenstockProcess second = node("second")) {
            SourceLog.awaitApplied(source, second::status, LIMIT);
            assertThat(Equality.compare(source, target, TABLES)).matches(Equality.Comparison::isEqual);
            Eventually.isTrue(
                    "the index is heeded from here on",
                    LIMIT,
                    () -> routing().contains("[\"public\",\"a\",\"public.a\"]"));
        }
    }

    private String routing() {
        return target.value("SELECT routing FROM penstock.loops");
    }

    private PenstockProcess node(String name) throws IOException {
        LoopYaml config = LoopYaml.loop("retied-" + ProcessHandle.current().pid(), source, target)
                .tables(TABLES)
                .set("mode", "fan")
                .set("fanShards", 2)
                .set("retryDelay", "1s");
        return PenstockProcess.start(
                config, Files.createDirectory(directory.resolve(name)), "-Xmx256m", "-XX:+UseSerialGC");
    }
}
