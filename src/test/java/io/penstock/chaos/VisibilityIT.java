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
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A commit that waits for a standby is in the log, and so in the stream, long before a reader sees it. A change that was
 * dropped because its row is still to be read must be seen by that reading.
 */
class VisibilityIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void a_chunk_that_misses_a_delivered_commit_is_read_again() throws Exception {
        List<TableName> tables = List.of(new TableName("public", "t"), new TableName("public", "u"));
        TestDatabase target = TestPostgres.target().createDatabase("visible_t");
        try (TestPostgres server = TestPostgres.start(false)) {
            TestDatabase source = server.createDatabase("visible_s");
            source.execute("CREATE TABLE t (id int PRIMARY KEY, v text); INSERT INTO t VALUES (1, 'old'); ANALYZE t;"
                    + " CREATE TABLE u (id int PRIMARY KEY); INSERT INTO u VALUES (1); ANALYZE u");
            LoopYaml config = LoopYaml.loop("visible-" + ProcessHandle.current().pid(), source, target)
                    .tables(tables);
            try (PenstockProcess node = PenstockProcess.start(config, directory)) {
                SourceLog.awaitCopied(node::status, LIMIT);
                makeCommitsWait(source);
                Thread writer = new Thread(() -> updateInvisibly(source), "invisible");
                writer.start();
                awaitWaiting(source);
                SourceLog.awaitApplied(source, node::status, LIMIT);
                assertThat(target.value("SELECT v FROM t")).as("delivered").isEqualTo("new");
                assertThat(source.value("SELECT v FROM t")).as("not visible").isEqualTo("old");
                assertThat(node.api().post(config.name(), "backfill", "{\"tables\": [\"public.*\"]}"))
                        .as(node.log())
                        .isTrue();
                Eventually.isTrue(
                        "the chunk is read in vain", LIMIT, () -> node.status().reread("public.t") > 1);
                assertThat(target.value("SELECT v FROM t")).as("kept").isEqualTo("new");
                source.execute("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
                writer.join();
                SourceLog.awaitCopied(node::status, LIMIT);
                Equality.Comparison rows = Equality.compare(source, target, tables);
                assertThat(rows.isEqual()).as(rows.toString()).isTrue();
                assertThat(target.value("SELECT v FROM t")).isEqualTo("new");
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
