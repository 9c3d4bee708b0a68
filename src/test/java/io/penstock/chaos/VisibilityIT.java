package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.TableName;
import io.penstock.testkit.Equality;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.Pause;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A commit that waits for a standby is in the log, and so in the stream, long before a reader sees it. A change that was
 * dropped because its row is still to be read must be seen by that reading.
 */
class VisibilityIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    /** As many as there are readers: each waits at one. */
    private static final List<String> LOCKED = List.of("lock_0", "lock_1", "lock_2", "lock_3");

    private static final String COPIED = "SELECT count(*) FROM penstock.chunks WHERE table_name ";

    @TempDir
    Path directory;

    @Test
    void a_chunk_that_misses_a_delivered_commit_is_read_again() throws Exception {
        List<TableName> tables = Stream.concat(LOCKED.stream(), Stream.of("t"))
                .map(t -> new TableName("public", t))
                .toList();
        TestDatabase target = TestPostgres.target().createDatabase("visible_t");
        try (TestPostgres server = TestPostgres.start(false)) {
            TestDatabase source = server.createDatabase("visible_s");
            LOCKED.forEach(t -> source.execute("CREATE TABLE " + t + " (id int PRIMARY KEY); INSERT INTO " + t
                    + " SELECT generate_series(1, 100); ANALYZE " + t));
            source.execute("CREATE TABLE t (id int PRIMARY KEY, v text); INSERT INTO t VALUES (1, 'old'); ANALYZE t");
            LoopYaml config = LoopYaml.loop("visible-" + ProcessHandle.current().pid(), source, target)
                    .tables(tables);
            try (PenstockProcess node = PenstockProcess.start(config, directory)) {
                SourceLog.awaitCopied(node::status, LIMIT);
                makeCommitsWait(source);
                try (Connection locks = source.connect()) {
                    locks.setAutoCommit(false);
                    execute(locks, "LOCK TABLE " + String.join(", ", LOCKED) + " IN ACCESS EXCLUSIVE MODE");
                    assertThat(node.api().post(config.name(), "backfill", "{\"tables\": [\"public.*\"]}"))
                            .isTrue();
                    Eventually.isTrue(
                            "all readers wait",
                            () -> source.number("SELECT count(*) FROM pg_locks WHERE NOT granted") == LOCKED.size());
                    Thread writer = new Thread(() -> updateInvisibly(source), "invisible");
                    writer.start();
                    awaitWaiting(source);
                    SourceLog.awaitApplied(source, node::status, LIMIT);
                    locks.commit();
                    Eventually.isTrue(
                            "the other tables are copied",
                            () -> target.number(COPIED + "LIKE 'lock%'") == LOCKED.size());
                    // Time enough for several readings that must not count.
                    Pause.millis(1_000);
                    assertThat(target.number(COPIED + "= 't'")).isZero();
                    assertThat(source.value("SELECT v FROM t")).isEqualTo("old");
                    source.execute("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
                    writer.join();
                }
                SourceLog.awaitCopied(node::status, LIMIT);
                assertThat(target.value("SELECT v FROM t")).isEqualTo("new");
                Equality.Comparison rows = Equality.compare(source, target, tables);
                assertThat(rows.isEqual()).as(rows.toString()).isTrue();
            }
        } finally {
            target.dropForce();
        }
    }

    /** Those that want to: all others are content with their own server. */
    private static void makeCommitsWait(TestDatabase source) {
        source.execute("ALTER SYSTEM SET synchronous_commit = 'local'");
        source.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        source.execute("SELECT pg_reload_conf()");
        Eventually.isTrue(
                "the settings are there",
                () -> source.value("SHOW synchronous_standby_names").equals("nobody"));
    }

    private static void updateInvisibly(TestDatabase source) {
        try (Connection session = source.connect()) {
            execute(session, "SET synchronous_commit = 'on'");
            execute(session, "UPDATE t SET v = 'new'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitWaiting(TestDatabase source) {
        Eventually.isTrue(
                "the commit waits for its standby",
                () -> source.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == 1);
    }

    private static void execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }
}
