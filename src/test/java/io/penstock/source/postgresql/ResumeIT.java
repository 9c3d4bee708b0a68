package io.penstock.source.postgresql;

import static io.penstock.source.postgresql.SourceFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.Dialect.Prepared;
import io.penstock.source.RecordingSink;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stopping and going on: nothing lost, nothing twice, and the same positions whichever way the log is read. */
class ResumeIT {
    private SourceFixture source;

    @BeforeEach
    void createDatabase() throws Exception {
        source = new SourceFixture();
        source.run(
                "CREATE TABLE t (id int PRIMARY KEY, v text)",
                "CREATE TABLE other (id int)",
                "CREATE TABLE doomed (id int PRIMARY KEY)",
                "CREATE PUBLICATION wide FOR ALL TABLES");
    }

    @AfterEach
    void dropDatabase() throws Exception {
        source.close();
    }

    private SourceFixture.LoopBuilder loop() {
        return source.loop("public.t", "public.doomed").publication("wide");
    }

    private Stamp prepare() {
        return await(loop().dialect().prepare(KnownPosition.FRESH)).start();
    }

    /** Reads from a stamp until {@code commits} transactions are there, then stops. */
    private RecordingSink read(Stamp from, int commits, Stamp acknowledged) {
        RecordingSink sink = new RecordingSink();
        ChangeFeed feed = loop().dialect().feed();
        await(feed.start(from, sink));
        sink.awaitCommits(commits);
        if (acknowledged != null) {
            feed.acknowledge(acknowledged);
        }
        await(feed.stop());
        return sink;
    }

    private long confirmed() throws Exception {
        return LsnStamp.parseLsn(source.query("SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name ="
                + " 'penstock_" + source.loop + "'"));
    }

    @Test
    void goesOnBehindTheAcknowledgedTransaction() throws Exception {
        Stamp start = prepare();
        for (int i = 1; i <= 5; i++) {
            source.run("INSERT INTO t VALUES (" + i + ", 'v')");
        }
        List<Commit> commits = read(start, 5, null).commits();
        RecordingSink second = read(start, 5, commits.get(2).stamp());
        assertThat(second.commits()).isEqualTo(commits);
        LsnStamp third = (LsnStamp) commits.get(2).stamp();
        assertThat(confirmed()).isEqualTo(third.end());

        Prepared prepared = await(loop().dialect().prepare(new KnownPosition(null, null, third, true)));
        assertThat(prepared.start()).isEqualTo(third);
        source.run("INSERT INTO t VALUES (6, 'v')");
        assertThat(read(prepared.start(), 3, null).rowsOf(3))
                .containsExactly("insert t(4,v)", "insert t(5,v)", "insert t(6,v)");
    }

    @Test
    void aTableDroppedWhileNobodyReadsDoesNotStopTheStream() throws Exception {
        Stamp start = prepare();
        source.run(
                "BEGIN; INSERT INTO t VALUES (1, 'v'); INSERT INTO doomed VALUES (2); COMMIT",
                "ALTER TABLE t ADD w int",
                "INSERT INTO t VALUES (2, 'v', 3)",
                "DROP TABLE doomed",
                "ALTER TABLE t DROP v");
        assertThat(read(start, 2, null).rowsOf(2))
                .containsExactly("insert t(1,v)", "insert doomed(2)", "insert t(2,v,3)");
    }

    @Test
    void windowsAndTheStreamGiveTheSamePositions() throws Exception {
        Stamp start = prepare();
        for (int i = 0; i < 4; i++) {
            source.run(
                    "BEGIN; INSERT INTO t SELECT i, repeat('x', 300) FROM generate_series(" + i * 30000 + ", "
                            + (i * 30000 + 29999) + ") i; INSERT INTO other SELECT generate_series(1, 1000);"
                            + " UPDATE t SET v = 'u' WHERE id % 1000 = 0; COMMIT",
                    "INSERT INTO doomed VALUES (" + i + ")");
        }
        assertThat(Backlog.isWorthWindows(source.connect(), ((LsnStamp) start).end()))
                .isTrue();
        RecordingSink windows = read(start, 8, null);
        Stamp middle = windows.commits().get(3).stamp();
        long slotAfter = confirmed();
        assertThat(slotAfter).as("nothing was acknowledged").isEqualTo(((LsnStamp) start).end());

        // All slots taken: no copy can be made.
        List<String> streamed;
        try (Connection blocker = source.connect();
                Statement statement = blocker.createStatement()) {
            statement.execute(
                    "SELECT pg_create_physical_replication_slot('b' || i, false, true) FROM generate_series(1,"
                            + " current_setting('max_replication_slots')::int - (SELECT count(*)::int FROM pg_replication_slots)) i");
            streamed = read(start, 8, null).positions();
        }
        assertThat(streamed).hasSameSizeAs(windows.positions()).isEqualTo(windows.positions());

        assertThat(Backlog.isWorthWindows(source.connect(), ((LsnStamp) middle).end()))
                .isTrue();
        RecordingSink rest = read(middle, 4, null);
        List<Mutation> expected = windows.mutations().stream()
                .filter(m -> !m.stamp().isCoveredBy(middle))
                .toList();
        assertThat(rest.positions().stream().filter(p -> !p.contains("described")))
                .isEqualTo(expected.stream()
                        .map(m -> m.stamp() + "#" + m.ordinal() + " " + RecordingSink.text(m))
                        .toList());
    }

    @Test
    void whileWindowsAreReadTheSlotMovesToWhatIsDurableAndNoFurther() throws Exception {
        Stamp start = prepare();
        source.run(
                "INSERT INTO t SELECT i, repeat('x', 300) FROM generate_series(1, 60000) i",
                "INSERT INTO t SELECT i, repeat('x', 300) FROM generate_series(60001, 120000) i");
        RecordingSink sink = new RecordingSink();
        sink.setLimit(70_000);
        ChangeFeed feed = loop().dialect().feed();
        await(feed.start(start, sink));
        await().atMost(Duration.ofSeconds(20)).until(() -> sink.refusals() > 0);
        LsnStamp first = (LsnStamp) sink.commits().get(0).stamp();
        feed.acknowledge(first);
        await().atMost(Duration.ofSeconds(10)).until(() -> confirmed() >= first.end());
        assertThat(confirmed()).isEqualTo(first.end());
        assertThat(source.query("SELECT count(*) FROM pg_replication_slots WHERE temporary"))
                .as("windows are being read")
                .isEqualTo("1");
        sink.setLimit(Integer.MAX_VALUE);
        assertThat(sink.rowsOf(2)).hasSize(120_000);
        await(feed.stop());
    }

    @Test
    void afterWindowsTheStreamTakesOver() throws Exception {
        Stamp start = prepare();
        source.run("INSERT INTO t SELECT i, repeat('x', 100) FROM generate_series(1, 100000) i");
        RecordingSink sink = new RecordingSink();
        ChangeFeed feed = loop().dialect().feed();
        await(feed.start(start, sink));
        sink.awaitCommits(1);
        source.run("INSERT INTO t VALUES (0, 'live')");
        sink.awaitCommits(2);
        assertThat(sink.rowsOf(2)).hasSize(100001).endsWith("insert t(0,live)");
        feed.acknowledge(sink.commits().get(1).stamp());
        long end = ((LsnStamp) sink.commits().get(1).stamp()).end();
        await().atMost(Duration.ofSeconds(5)).until(() -> confirmed() >= end);
        await(feed.stop());
        assertThat(sink.failure()).isNull();
    }

    @Test
    void stopsPromptlyWhileTheSinkIsFull() throws Exception {
        Stamp start = prepare();
        source.run("INSERT INTO t SELECT i, 'v' FROM generate_series(1, 20000) i");
        RecordingSink sink = new RecordingSink();
        sink.setFull(true);
        ChangeFeed feed = loop().dialect().feed();
        await(feed.start(start, sink));
        await().until(() -> sink.refusals() > 0);
        LsnStamp durable = LsnStamp.before(((LsnStamp) start).end() + 8);
        feed.acknowledge(durable);
        await(feed.stop());
        assertThat(confirmed()).as("what is durable is told first").isEqualTo(durable.end());
        assertThat(sink.failure()).isNull();
        assertThat(sink.mutations()).isEmpty();
    }

    @Test
    void whatIsDurableIsToldWhenWindowsAreStopped() throws Exception {
        Stamp start = prepare();
        source.run(
                "INSERT INTO t VALUES (0, 'v')",
                "INSERT INTO t SELECT i, repeat('x', 300) FROM generate_series(1, 60000) i");
        RecordingSink sink = new RecordingSink();
        sink.setLimit(5_000);
        ChangeFeed feed = loop().dialect().feed();
        await(feed.start(start, sink));
        await().atMost(Duration.ofSeconds(20)).until(() -> sink.refusals() > 0);
        LsnStamp first = (LsnStamp) sink.commits().get(0).stamp();
        assertThat(source.query("SELECT count(*) FROM pg_replication_slots WHERE temporary"))
                .as("windows are being read")
                .isEqualTo("1");
        assertThat(confirmed()).isEqualTo(((LsnStamp) start).end());
        feed.acknowledge(first);
        await(feed.stop());
        assertThat(confirmed()).isEqualTo(first.end());
    }

    @Test
    void aLatin1DatabaseComesAsUtf8() throws Exception {
        try (SourceFixture latin =
                new SourceFixture("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")) {
            latin.run("CREATE TABLE \"größe\" (id int PRIMARY KEY, \"maß\" text)");
            PostgresDialect dialect = latin.loop("public.größe").dialect();
            Prepared prepared = await(dialect.prepare(KnownPosition.FRESH));
            RecordingSink sink = new RecordingSink();
            ChangeFeed feed = dialect.feed();
            await(feed.start(prepared.start(), sink));
            latin.run("INSERT INTO \"größe\" VALUES (1, 'Århus ÿ')");
            assertThat(sink.rowsOf(1)).containsExactly("insert größe(1,Århus ÿ)");
            await(feed.stop());
        }
    }
}
