package io.penstock.source.postgresql;

import static io.penstock.source.postgresql.SourceFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.model.Mutation.Described;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.Dialect.Prepared;
import io.penstock.source.RecordingSink;
import io.penstock.stamp.LsnStamp;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows as they come from a real server's stream. */
class StreamIT {
    private SourceFixture source;
    private final RecordingSink sink = new RecordingSink();
    private ChangeFeed feed;

    @BeforeEach
    void createDatabase() throws Exception {
        source = new SourceFixture();
    }

    @AfterEach
    void stop() throws Exception {
        if (feed != null) {
            await(feed.stop());
        }
        source.close();
    }

    private void start(SourceFixture.LoopBuilder loop) {
        PostgresDialect dialect = loop.dialect();
        Prepared prepared = await(dialect.prepare(KnownPosition.FRESH));
        feed = dialect.feed();
        await(feed.start(prepared.start(), sink));
    }

    @Test
    void rowsOfAKeyedTableComeWithWhatTheyNeed() throws Exception {
        source.run(
                "CREATE TABLE item (id int PRIMARY KEY, name text, big text)",
                "ALTER TABLE item ALTER big SET STORAGE EXTERNAL");
        start(source.loop("public.item"));
        source.run(
                "INSERT INTO item VALUES (1, 'a', repeat('x', 50000)), (2, NULL, '')",
                "UPDATE item SET name = 'b' WHERE id = 1",
                "UPDATE item SET id = 10 WHERE id = 1",
                "DELETE FROM item WHERE id = 2");
        assertThat(sink.rowsOf(4))
                .containsExactly(
                        "insert item(1,a,50000 chars)",
                        "insert item(2,∅,)",
                        "update item(1,b,~)",
                        "update item(1,~,~) →(10,b,~)",
                        "delete item(2,~,~)");
    }

    @Test
    void fullIdentityFillsWhatWasNotSentAndKeepsOldRowsOnlyWhereNeeded() throws Exception {
        source.run(
                "CREATE TABLE doc (id int PRIMARY KEY, n int, big text)",
                "ALTER TABLE doc ALTER big SET STORAGE EXTERNAL",
                "ALTER TABLE doc REPLICA IDENTITY FULL",
                "CREATE TABLE bag (a int, b text)",
                "ALTER TABLE bag REPLICA IDENTITY FULL");
        start(source.loop("public.*"));
        source.run(
                "INSERT INTO doc VALUES (1, 1, repeat('x', 50000))",
                "UPDATE doc SET n = 2",
                "UPDATE doc SET id = 7",
                "INSERT INTO bag VALUES (1, NULL), (1, NULL)",
                "UPDATE bag SET b = 'c' WHERE ctid = '(0,1)'",
                "DELETE FROM bag WHERE b IS NULL");
        assertThat(sink.rowsOf(6))
                .containsExactly(
                        "insert doc(1,1,50000 chars)",
                        "update doc(1,2,50000 chars)",
                        "update doc(1,2,50000 chars) →(7,2,50000 chars)",
                        "insert bag(1,∅)",
                        "insert bag(1,∅)",
                        "update bag(1,∅) →(1,c)",
                        "delete bag(1,∅)");
    }

    @Test
    void identityByIndexAndKeysInAnotherOrderThanColumns() throws Exception {
        source.run(
                "CREATE TABLE by_index (note text, lot int NOT NULL, region text NOT NULL)",
                "CREATE UNIQUE INDEX by_index_ri ON by_index (region, lot)",
                "ALTER TABLE by_index REPLICA IDENTITY USING INDEX by_index_ri",
                "CREATE TABLE crossed (v int, b int, a int, PRIMARY KEY (a, b))");
        start(source.loop("public.*"));
        source.run(
                "INSERT INTO by_index VALUES ('n', 1, 'east')",
                "INSERT INTO crossed VALUES (1, 2, 3)",
                "UPDATE by_index SET region = 'west'",
                "DELETE FROM crossed");
        assertThat(sink.rowsOf(4))
                .containsSubsequence("update by_index(~,1,east) →(n,1,west)", "delete crossed(~,2,3)");
        assertThat(sink.mutations().stream()
                        .filter(Described.class::isInstance)
                        .map(m -> ((Described) m).table().keyNames()))
                .containsExactly(java.util.List.of("region", "lot"), java.util.List.of("a", "b"));
    }

    @Test
    void truncateListsSelectedTablesAndOptions() throws Exception {
        source.run(
                "CREATE TABLE parent (id int PRIMARY KEY)",
                "CREATE TABLE child (id int PRIMARY KEY, p int REFERENCES parent)",
                "CREATE TABLE other (id int PRIMARY KEY)",
                "CREATE PUBLICATION wide FOR ALL TABLES");
        start(source.loop("public.parent", "public.child").publication("wide"));
        source.run("TRUNCATE other, parent RESTART IDENTITY CASCADE");
        sink.awaitCommits(1);
        assertThat(sink.mutations().stream()
                        .filter(m -> !(m instanceof Described))
                        .map(RecordingSink::text))
                .containsExactly("truncate [parent, child] cascade restart", "commit");
    }

    @Test
    void tablesThatAreNotSelectedCountInOrdinalsOnly() throws Exception {
        source.run(
                "CREATE TABLE mine (id int PRIMARY KEY)",
                "CREATE TABLE other (id int PRIMARY KEY)",
                "CREATE PUBLICATION wide FOR ALL TABLES");
        start(source.loop("public.mine").publication("wide"));
        source.run(
                "BEGIN; INSERT INTO other VALUES (1), (2); SELECT pg_logical_emit_message(true, 'p', 'c');"
                        + " INSERT INTO mine VALUES (1); COMMIT",
                "INSERT INTO other VALUES (3)",
                "INSERT INTO mine VALUES (2)");
        sink.awaitCommits(2);
        assertThat(sink.mutations().stream().map(m -> m.ordinal() + " " + RecordingSink.text(m)))
                .containsExactly(
                        "4 described public.mine[id]",
                        "4 insert mine(1)",
                        Long.MAX_VALUE + " commit",
                        "1 insert mine(2)",
                        Long.MAX_VALUE + " commit");
        assertThat(((LsnStamp) sink.commits().get(0).stamp()).end())
                .isGreaterThan(((LsnStamp) sink.commits().get(0).stamp()).commit());
    }

    @Test
    void aChangedShapeIsDescribedAgainAndAnEqualOneIsNot() throws Exception {
        source.run("CREATE TABLE t (id int PRIMARY KEY, v varchar(5), g int GENERATED ALWAYS AS (id * 2) STORED)");
        start(source.loop("public.t"));
        source.run(
                "INSERT INTO t VALUES (1, 'a')",
                "COMMENT ON TABLE t IS 'no change of shape'",
                "INSERT INTO t VALUES (2, 'b')",
                "ALTER TABLE t ALTER v TYPE varchar(9), ADD w \"bit\"",
                "INSERT INTO t VALUES (3, 'c')");
        sink.awaitCommits(3);
        var described = sink.mutations().stream()
                .filter(Described.class::isInstance)
                .map(Described.class::cast)
                .toList();
        assertThat(described.stream()
                        .map(d -> d.table().columns().stream()
                                .map(c -> c.name() + " " + c.type() + " " + c.number())
                                .toList()
                                .toString()))
                .containsExactly(
                        "[id integer 1, v character varying(5) 2]",
                        "[id integer 1, v character varying(9) 2, w \"bit\" 4]");
        assertThat(described.get(0).definition().schema().indexOf("g")).isEqualTo(2);
        assertThat(described.get(0).definition().details().get("g").generated()).isEqualTo("(id * 2)");
    }

    @Test
    void anIdleStreamMovesOnWithWorkThatIsNotForIt() throws Exception {
        source.run("CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE other (id int)");
        start(source.loop("public.t"));
        source.run("INSERT INTO other SELECT generate_series(1, 10000)");
        long end = LsnStamp.parseLsn(source.query("SELECT pg_current_wal_lsn()"));
        await().atMost(Duration.ofSeconds(10))
                .until(() -> sink.idle() != null && ((LsnStamp) sink.idle()).end() >= end);
        feed.acknowledge(sink.idle());
        await().atMost(Duration.ofSeconds(3))
                .until(() -> LsnStamp.parseLsn(source.query("SELECT confirmed_flush_lsn FROM pg_replication_slots"
                                + " WHERE slot_name = 'penstock_" + source.loop + "'"))
                        >= end);
        assertThat(sink.mutations()).isEmpty();
    }

    @Test
    void aFullSinkHoldsTheStreamBackAndLosesNothing() throws Exception {
        source.run(
                "CREATE TABLE t (id int PRIMARY KEY)",
                "ALTER SYSTEM SET wal_sender_timeout = '2s'",
                "SELECT pg_reload_conf()");
        try {
            start(source.loop("public.t"));
            sink.setFull(true);
            source.run("INSERT INTO t SELECT generate_series(1, 20000)");
            await().atMost(Duration.ofSeconds(20)).until(() -> sink.refusals() > 100);
            sink.setFull(false);
            assertThat(sink.rowsOf(1)).hasSize(20000).endsWith("insert t(20000)");
        } finally {
            source.run("ALTER SYSTEM RESET wal_sender_timeout", "SELECT pg_reload_conf()");
        }
    }

    @Test
    void aServerThatGoesAwayIsToldToTheSink() throws Exception {
        source.run("CREATE TABLE t (id int PRIMARY KEY)");
        start(source.loop("public.t"));
        source.run("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = 'penstock_"
                + source.loop + "'");
        await().atMost(Duration.ofSeconds(10)).until(() -> sink.failure() != null);
        assertThat(sink.failure().kind()).isEqualTo(io.penstock.source.SourceException.Kind.RETRYABLE);
    }
}
