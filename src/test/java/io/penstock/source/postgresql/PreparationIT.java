package io.penstock.source.postgresql;

import static io.penstock.source.postgresql.SourceFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.model.Epoch;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.Dialect.Prepared;
import io.penstock.source.SourceException;
import io.penstock.source.SourceException.Kind;
import io.penstock.stamp.LsnStamp;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything that can be wrong before the first row, and what the operator is told. */
class PreparationIT {
    private SourceFixture source;

    @BeforeEach
    void createDatabase() throws Exception {
        source = new SourceFixture();
        source.run("CREATE TABLE t (id int PRIMARY KEY)");
    }

    @AfterEach
    void dropDatabase() throws Exception {
        source.close();
    }

    private SourceFixture.LoopBuilder loop() {
        return source.loop("public.t");
    }

    private String slot() {
        return "penstock_" + source.loop;
    }

    private static Prepared prepare(SourceFixture.LoopBuilder loop, KnownPosition known) {
        return await(loop.dialect().prepare(known));
    }

    private static SourceException refusal(SourceFixture.LoopBuilder loop, KnownPosition known, Kind kind) {
        SourceException refusal = catchThrowableOfType(SourceException.class, () -> prepare(loop, known));
        assertThat(refusal).as("a refusal").isNotNull();
        assertThat(refusal.kind()).as(refusal.getMessage()).isEqualTo(kind);
        return refusal;
    }

    private static KnownPosition at(long lsn) {
        return new KnownPosition(null, null, LsnStamp.before(lsn), true);
    }

    @Test
    void aFreshLoopGetsPublicationSlotAndStart() throws Exception {
        Prepared prepared = prepare(loop(), KnownPosition.FRESH);
        assertThat(prepared.copyWanted()).isFalse();
        assertThat(prepared.identity())
                .isEqualTo(source.query("SELECT system_identifier FROM pg_control_system()") + "/" + source.database);
        assertThat(((LsnStamp) prepared.start()).end())
                .isEqualTo(LsnStamp.parseLsn(source.query(
                        "SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = '" + slot() + "'")));
        assertThat(source.query("SELECT failover FROM pg_replication_slots WHERE slot_name = '" + slot() + "'"))
                .isEqualTo("t");
        assertThat(prepared.warnings()).isEmpty();
        Prepared again = prepare(loop(), new KnownPosition(null, prepared.identity(), prepared.start(), false));
        assertThat(again.start()).isEqualTo(prepared.start());
    }

    @Test
    void aCopyIsWantedUntilItIsFinished() {
        Prepared fresh = prepare(loop().backfill(), KnownPosition.FRESH);
        assertThat(fresh.copyWanted()).isTrue();
        KnownPosition interrupted = new KnownPosition(null, fresh.identity(), fresh.start(), false);
        assertThat(prepare(loop().backfill(), interrupted)).isEqualTo(fresh);
    }

    @Test
    void aServerThatIsDownMayComeBackAndAWrongNameDoesNot() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        refusal(loop().port(free), KnownPosition.FRESH, Kind.RETRYABLE);
        assertThat(refusal(loop().database("nowhere"), KnownPosition.FRESH, Kind.FINAL))
                .hasMessageContaining("nowhere");
        assertThat(refusal(loop().as("nobody", "x"), KnownPosition.FRESH, Kind.FINAL))
                .hasMessageContaining("nobody");
    }

    @Test
    void aWrongPasswordIsFinalAndNotShown() throws Exception {
        Path hba = Path.of(source.query("SHOW hba_file"));
        String before = Files.readString(hba);
        source.run("CREATE ROLE guarded_" + source.loop + " LOGIN PASSWORD 'right'");
        Files.writeString(hba, "host all guarded_" + source.loop + " all scram-sha-256\n" + before);
        source.run("SELECT pg_reload_conf()");
        SourceException refusal =
                refusal(loop().as("guarded_" + source.loop, "wr0ng"), KnownPosition.FRESH, Kind.FINAL);
        assertThat(refusal.remedy()).contains("password");
        assertThat(refusal + " " + refusal.getCause()).doesNotContain("wr0ng");
        Files.writeString(hba, before);
        source.run("SELECT pg_reload_conf()", "DROP ROLE guarded_" + source.loop);
    }

    @Test
    void aRoleThatMayNotIsToldWhatToRun() throws Exception {
        String role = "plain_" + source.loop;
        source.run("CREATE ROLE " + role + " LOGIN");
        assertThat(refusal(loop().as(role, ""), KnownPosition.FRESH, Kind.FINAL).remedy())
                .contains("ALTER ROLE \"" + role + "\" REPLICATION");
        source.run("ALTER ROLE " + role + " REPLICATION");
        assertThat(refusal(loop().as(role, ""), KnownPosition.FRESH, Kind.FINAL).remedy())
                .contains("CREATE PUBLICATION \"penstock_" + source.loop + "\" FOR TABLE ONLY \"public\".\"t\"");
        source.run("CREATE PUBLICATION penstock_" + source.loop + " FOR TABLE t");
        assertThat(prepare(loop().as(role, ""), KnownPosition.FRESH).start()).isNotNull();
        source.run("DROP OWNED BY " + role, "DROP ROLE " + role);
    }

    @Test
    void theLogMustBeLogicalAndASlotFree() throws Exception {
        try (EmbeddedPostgres server =
                SourceFixture.server().setServerConfig("wal_level", "replica").start()) {
            try (SourceFixture other = new SourceFixture(server.getPort(), "")) {
                assertThat(refusal(other.loop("public.t"), KnownPosition.FRESH, Kind.FINAL)
                                .remedy())
                        .contains("wal_level");
            }
        }
        try (EmbeddedPostgres server = SourceFixture.server()
                .setServerConfig("max_replication_slots", "1")
                .start()) {
            try (SourceFixture other = new SourceFixture(server.getPort(), "")) {
                other.run("SELECT pg_create_physical_replication_slot('taken')");
                assertThat(refusal(other.loop("public.t"), KnownPosition.FRESH, Kind.FINAL)
                                .remedy())
                        .contains("max_replication_slots");
                other.run("SELECT pg_drop_replication_slot('taken')");
            }
        }
    }

    @Test
    void anotherServerBehindTheAddressIsRefused() {
        assertThat(refusal(loop(), new KnownPosition(null, "123/shop", LsnStamp.before(1), true), Kind.FINAL))
                .hasMessageContaining("123/shop");
    }

    @Test
    void aSlotThatIsGoneOrAheadOrElsewhereIsRefusedWithTheGap() throws Exception {
        assertThat(refusal(loop(), at(0x100), Kind.FINAL))
                .hasMessageContaining("is gone")
                .hasMessageContaining("0/100");
        Prepared prepared = prepare(loop(), KnownPosition.FRESH);
        long start = ((LsnStamp) prepared.start()).end();
        assertThat(refusal(loop(), at(start - 8), Kind.FINAL)).hasMessageContaining("ahead of what is applied");
        assertThat(refusal(loop(), at(start + (1L << 40)), Kind.FINAL)).hasMessageContaining("lost history");
        assertThat(prepare(loop(), at(start)).start()).isEqualTo(LsnStamp.before(start));
        source.run("SELECT pg_create_logical_replication_slot('odd_" + source.loop + "', 'test_decoding')");
        assertThat(refusal(loop().slot("odd_" + source.loop), KnownPosition.FRESH, Kind.FINAL))
                .hasMessageContaining("test_decoding");
        assertThat(refusal(loop().slot("No-Slot"), KnownPosition.FRESH, Kind.FINAL)
                        .remedy())
                .contains("source.slot");
    }

    @Test
    void aSlotInUseIsWaitedForAndItsReaderNamed() {
        PostgresDialect dialect = loop().dialect();
        Prepared prepared = await(dialect.prepare(KnownPosition.FRESH));
        ChangeFeed feed = dialect.feed();
        await(feed.start(prepared.start(), new RecordingSink()));
        assertThat(refusal(loop(), KnownPosition.FRESH, Kind.RETRYABLE))
                .hasMessageContaining("penstock/" + source.loop)
                .hasMessageContaining("process ");
        await(feed.stop());
        assertThat(prepare(loop(), KnownPosition.FRESH).start()).isEqualTo(prepared.start());
    }

    @Test
    void theReaderOfAnEarlierReignIsEnded() {
        PostgresDialect earlier = loop().dialect();
        Prepared prepared = await(earlier.prepare(reign(2)));
        await(earlier.feed().start(prepared.start(), new RecordingSink()));
        assertThat(refusal(loop(), reign(2), Kind.RETRYABLE))
                .hasMessageContaining("penstock/" + source.loop + "/2")
                .extracting(SourceException::remedy)
                .asString()
                .contains("source.slot");
        assertThat(prepare(loop(), reign(3)).start()).isEqualTo(prepared.start());
    }

    @Test
    void aStrangerThatReadsFromTheSlotIsNotTouched() {
        PostgresDialect stranger = loop().dialect();
        Prepared prepared = await(stranger.prepare(KnownPosition.FRESH));
        ChangeFeed feed = stranger.feed();
        RecordingSink heard = new RecordingSink();
        await(feed.start(prepared.start(), heard));
        assertThat(refusal(loop(), reign(9), Kind.RETRYABLE)).hasMessageContaining("in use by process");
        await(feed.stop());
        assertThat(prepare(loop(), reign(9)).start()).isEqualTo(prepared.start());
    }

    @Test
    void whoMayNotEndAnEarlierReaderIsToldWhatToGrant() throws Exception {
        PostgresDialect earlier = loop().dialect();
        Prepared prepared = await(earlier.prepare(reign(2)));
        await(earlier.feed().start(prepared.start(), new RecordingSink()));
        String weak = "weak_" + source.loop;
        source.run("CREATE ROLE " + weak + " LOGIN REPLICATION PASSWORD 'w'", "GRANT SELECT ON t TO " + weak);
        assertThat(refusal(loop().as(weak, "w"), reign(3), Kind.RETRYABLE).remedy())
                .contains("GRANT pg_signal_backend TO", weak);
        await(earlier.close());
    }

    private static KnownPosition reign(long epoch) {
        return new KnownPosition(new Epoch(epoch), null, null, false);
    }

    @Test
    void anInvalidatedSlotIsRefused() throws Exception {
        try (EmbeddedPostgres server = SourceFixture.server()
                        .setServerConfig("max_slot_wal_keep_size", "1MB")
                        .setServerConfig("max_wal_size", "32MB")
                        .start();
                SourceFixture other = new SourceFixture(server.getPort(), "")) {
            other.run("CREATE TABLE t (id int PRIMARY KEY)");
            Prepared prepared = prepare(other.loop("public.t"), KnownPosition.FRESH);
            for (int i = 0; i < 4; i++) {
                other.run("SELECT pg_logical_emit_message(false, 'x', 'y')", "SELECT pg_switch_wal()", "CHECKPOINT");
            }
            KnownPosition known = new KnownPosition(null, prepared.identity(), prepared.start(), true);
            assertThat(refusal(other.loop("public.t"), known, Kind.FINAL)).hasMessageContaining("wal_removed");
        }
    }

    @Test
    void startAtNeedsASlotThatReachesBack() throws Exception {
        String now = source.query("SELECT pg_current_wal_lsn()");
        refusal(loop().startAt("yesterday"), KnownPosition.FRESH, Kind.FINAL);
        assertThat(refusal(loop().startAt(now), KnownPosition.FRESH, Kind.FINAL).remedy())
                .contains("create the slot");
        prepare(loop(), KnownPosition.FRESH);
        refusal(loop().startAt("0/1"), KnownPosition.FRESH, Kind.FINAL);
        refusal(loop().startAt("FFFF/0"), KnownPosition.FRESH, Kind.FINAL);
        source.run("INSERT INTO t VALUES (1)");
        String later = source.query("SELECT pg_current_wal_lsn()");
        Prepared prepared = prepare(loop().backfill().startAt(later), KnownPosition.FRESH);
        assertThat(prepared.copyWanted()).isFalse();
        assertThat(prepared.start()).isEqualTo(LsnStamp.before(LsnStamp.parseLsn(later)));
    }

    @Test
    void aPreparedPublicationIsUsedAsItIs() throws Exception {
        source.run(
                "CREATE TABLE u (id int PRIMARY KEY)", "CREATE PUBLICATION mine FOR TABLE t WITH (publish = 'insert')");
        SourceFixture.LoopBuilder both = source.loop("public.t", "public.u").publication("mine");
        SourceException refusal = refusal(both, KnownPosition.FRESH, Kind.FINAL);
        assertThat(refusal).hasMessageContaining("public.u");
        assertThat(refusal.remedy()).contains("ALTER PUBLICATION \"mine\" ADD TABLE ONLY \"public\".\"u\"");
        assertThat(prepare(loop().publication("mine"), KnownPosition.FRESH).warnings())
                .singleElement()
                .asString()
                .contains("update, delete, truncate");
    }

    @Test
    void ourOwnPublicationGrowsAndGlobsPublishSchemas() throws Exception {
        prepare(loop(), KnownPosition.FRESH);
        source.run("CREATE TABLE u (id int PRIMARY KEY)");
        assertThat(prepare(source.loop("public.*"), KnownPosition.FRESH).warnings())
                .singleElement()
                .asString()
                .contains("public.u");
        assertThat(source.query("SELECT string_agg(tablename, ',' ORDER BY 1) FROM pg_publication_tables"))
                .isEqualTo("t,u");
        source.run("DROP PUBLICATION penstock_" + source.loop, "CREATE SCHEMA s", "CREATE SCHEMA s2");
        prepare(source.loop("s*.*", "public.t"), KnownPosition.FRESH);
        assertThat(source.query("SELECT string_agg(pnnspid::regnamespace::text, ',' ORDER BY 1) FROM"
                        + " pg_publication_namespace"))
                .isEqualTo("public,s,s2");
    }

    @Test
    void schemasAreNotPublishedWhereThatWouldHarmTablesNobodySelected() throws Exception {
        source.run("CREATE TABLE log_of_others (line text)");
        Prepared prepared = prepare(source.loop("public.t", "public.later"), KnownPosition.FRESH);
        assertThat(prepared.warnings())
                .anyMatch(w -> w.contains("public.log_of_others") && w.contains("public.later"))
                .anyMatch(w -> w.contains("matches no table"));
        source.run("INSERT INTO log_of_others VALUES ('a')", "UPDATE log_of_others SET line = 'b'");
    }

    @Test
    void tablesThatCanNotBeFollowedAreNamed() throws Exception {
        source.run(
                "CREATE UNLOGGED TABLE scratch (id int PRIMARY KEY)",
                "CREATE TABLE anon (a int)",
                "CREATE VIEW v AS SELECT * FROM t",
                "CREATE MATERIALIZED VIEW mv AS SELECT * FROM t");
        assertThat(prepare(source.loop("public.*"), KnownPosition.FRESH).warnings())
                .hasSize(2)
                .anyMatch(w -> w.contains("unlogged") && w.contains("public.scratch"))
                .anyMatch(w -> w.contains("REPLICA IDENTITY FULL") && w.contains("public.anon"));
    }

    @Test
    void statusTellsEndRetainedLogAndClock() throws Exception {
        PostgresDialect dialect = loop().dialect();
        await(dialect.prepare(KnownPosition.FRESH));
        try (Connection connection = source.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t SELECT generate_series(1, 10000)");
        }
        var status = await(dialect.status());
        assertThat(status.retainedBytes()).isBetween(500_000L, 100_000_000L);
        assertThat(status.clockMicros() / 1_000_000)
                .isCloseTo(System.currentTimeMillis() / 1000, org.assertj.core.api.Assertions.within(5L));
        source.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'penstock/"
                + source.loop + "'");
        catchThrowableOfType(SourceException.class, () -> await(dialect.status()));
        assertThat(await(dialect.status()).end().isCoveredBy(status.end()))
                .as("works again")
                .isNotNull();
    }
}
