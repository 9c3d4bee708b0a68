package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.LaneFixture.at;
import static io.penstock.target.postgresql.LaneFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.penstock.model.TableSchema;
import io.penstock.target.LaneWriter;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sessions and the statements beside the lanes'. */
class PostgresTargetIT {
    private static LaneFixture f;

    @BeforeAll
    static void start() {
        f = new LaneFixture();
    }

    @AfterAll
    static void stop() {
        f.close();
    }

    @Test
    void factsOfTheServer() {
        assertThat(f.facts.product()).startsWith("PostgreSQL 17");
        assertThat(f.facts.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(f.facts.freeConnections()).isBetween(10, 50);
        assertThat(f.facts.triggersOff()).isTrue();
    }

    @Test
    void settingsOfADatabaseDoNotReachASession() {
        f.sql("ALTER DATABASE " + f.database + " SET DateStyle = 'German'; ALTER DATABASE " + f.database
                + " SET IntervalStyle = sql_standard; ALTER DATABASE " + f.database + " SET TimeZone = 'Asia/Tokyo';"
                + " ALTER DATABASE " + f.database + " SET synchronous_commit = off; ALTER DATABASE " + f.database
                + " SET standard_conforming_strings = off");
        LaneSession session = f.session();
        String probe = "SELECT current_setting('synchronous_commit'), current_setting('DateStyle'),"
                + " current_setting('TimeZone'), current_setting('IntervalStyle'), current_setting('search_path'),"
                + " current_setting('session_replication_role'), current_setting('standard_conforming_strings'),"
                + " current_setting('application_name'), current_setting('statement_timeout')";
        var row = f.call(() -> session.simple(probe)).iterator().next();
        assertThat(List.of(
                        row.getString(0),
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8)))
                .containsExactly("off", "ISO, YMD", "UTC", "postgres", "\"\"", "replica", "on", "test bare", "20s");
        LaneFixture.await(f.send(session::close));
    }

    @Test
    void whatTheSourceIsToldOfWaitsForTheDisk() {
        try (LaneFixture fresh = new LaneFixture("postgres", Duration.ofSeconds(20))) {
            fresh.sql("ALTER DATABASE " + fresh.database + " SET synchronous_commit = off");
            PostgresExecutor executor = fresh.newExecutor();
            var rows =
                    fresh.call(() -> executor.query(Statement.of("SELECT current_setting('synchronous_commit') AS s")));
            assertThat(rows).containsExactly(Map.of("s", "on"));
        }
    }

    @Test
    void aRoleThatMayNotSwitchTriggersOffStillApplies() {
        try (LaneFixture plain = new LaneFixture("plain", Duration.ofSeconds(20))) {
            assertThat(plain.facts.triggersOff()).isFalse();
            assertThat(plain.facts.cores()).isEqualTo(-1);
            plain.sql("CREATE TABLE par (id int PRIMARY KEY); CREATE TABLE chi (id int PRIMARY KEY DEFERRABLE,"
                    + " p int REFERENCES par DEFERRABLE)");
            TableSchema chi = plain.schema("chi", "id");
            plain.apply(plain.insert(chi, "1", "1"), plain.insert(plain.schema("par", "id"), "1"));
            assertThat(plain.rows("SELECT * FROM chi")).containsExactly("1|1");
            long before = plain.position();
            LaneWriter lane = plain.lane();
            TargetException e = failure(
                    plain.send(() -> lane.apply(List.of(plain.insert(chi, "2", "9")), at(before), at(before + 1))));
            assertThat(e.kind()).isEqualTo(Kind.DATA);
            assertThat(e.code()).isEqualTo("23503");
        }
    }

    @Test
    void rightsThatLackAreNamed() {
        try (LaneFixture plain = new LaneFixture("plain", Duration.ofSeconds(20))) {
            plain.sql("CREATE TABLE mine (id int PRIMARY KEY); REVOKE ALL ON mine FROM plain");
            LaneWriter lane = plain.lane();
            TargetException e = failure(plain.send(() ->
                    lane.apply(List.of(plain.insert(plain.schema("mine", "id"), "1")), at(0), at(1))));
            assertThat(e.kind()).isEqualTo(Kind.FINAL);
            assertThat(e.code()).isEqualTo("42501");
            assertThat(e).hasMessageContaining("mine");
            assertThat(e.remedy()).contains("grant");
        }
    }

    @Test
    void statementsRunInATransactionOrNotAtAll() {
        f.sql("CREATE TABLE x (id int PRIMARY KEY)");
        List<Map<String, Object>> rows = LaneFixture.await(f.executor()
                .transaction(List.of(
                        Statement.of("INSERT INTO public.x VALUES ($1)", 1),
                        Statement.of("SELECT id, 'text' AS t, NULL::int AS n FROM public.x"))));
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0))
                .containsEntry("id", 1)
                .containsEntry("t", "text")
                .containsEntry("n", null);
        TargetException e = failure(f.executor()
                .transaction(List.of(
                        Statement.of("INSERT INTO public.x VALUES ($1)", 2),
                        Statement.of("INSERT INTO public.x VALUES ($1)", 2))));
        assertThat(e.kind()).isEqualTo(Kind.DATA);
        assertThat(LaneFixture.await(f.executor().query(Statement.of("SELECT count(*) AS n FROM public.x"))))
                .containsExactly(Map.of("n", 1L));
    }

    @Test
    void aServerThatIsNotThereIsRetryableAndAWrongDatabaseIsNot() {
        Vertx vertx = Vertx.vertx();
        try {
            ConnectionUrl nobody =
                    new ConnectionUrl("postgresql", "127.0.0.1", 1, "u", new Secret("hidden"), "d", Map.of());
            assertThat(failure(ask(vertx, nobody)).kind()).isEqualTo(Kind.RETRYABLE);
            TargetException e = failure(ask(vertx, LaneServer.url("nowhere", "postgres")));
            assertThat(e.kind()).isEqualTo(Kind.FINAL);
            assertThat(e.code()).isEqualTo("3D000");
        } finally {
            LaneFixture.await(vertx.close());
        }
    }

    private static io.vertx.core.Future<?> ask(Vertx vertx, ConnectionUrl url) {
        return new PostgresExecutor(vertx, new PostgresSessions(url, Duration.ofSeconds(5)), "test")
                .query(Statement.of("SELECT 1"));
    }

    @Test
    void unknownOptionsOfTheUrlAreRefused() {
        ConnectionUrl url =
                new ConnectionUrl("postgresql", "h", 1, "u", new Secret("hidden"), "d", Map.of("sslmod", "require"));
        assertThatThrownBy(() -> new PostgresSessions(url, Duration.ofSeconds(5)).options("test"))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("sslmod")
                .message()
                .doesNotContain("hidden");
    }
}
