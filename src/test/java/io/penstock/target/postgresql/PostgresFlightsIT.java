package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.LaneFixture.at;
import static io.penstock.target.postgresql.LaneFixture.await;
import static io.penstock.target.postgresql.LaneFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableSchema;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of transactions that are sent before the ones ahead of them have been answered. */
class PostgresFlightsIT {
    private LaneFixture f;
    private TableSchema t;

    @BeforeEach
    void start() {
        f = new LaneFixture("postgres", Duration.ofSeconds(4));
        f.sql("CREATE TABLE r (id int PRIMARY KEY, v varchar(3), w text)");
        t = f.schema("r", "id");
    }

    @AfterEach
    void stop() {
        f.close();
    }

    private List<String> ids() {
        return f.rows("SELECT id FROM r ORDER BY id");
    }

    @Test
    void theSecondOfFourFails() {
        LaneWriter lane = f.lane();
        List<Future<Void>> sent = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<RowMutation> rows =
                    List.of(f.insert(t, "" + i, "ok", "x"), f.update(t, "" + i, i == 1 ? "too long" : "new", "-"));
            int n = i;
            sent.add(f.send(() -> lane.apply(rows, at(n), at(n + 1))));
        }
        await(sent.get(0));
        TargetException first = failure(sent.get(1));
        assertThat(first.kind()).isEqualTo(Kind.DATA);
        assertThat(first.code()).isEqualTo("22001");
        for (Future<Void> later : sent.subList(2, 4)) {
            TargetException e = failure(later);
            assertThat(e.kind()).isEqualTo(Kind.FENCED);
            assertThat(PostgresErrors.isFollowUp(e)).isTrue();
            assertThat(e.getCause()).isSameAs(first);
        }
        assertThat(ids()).containsExactly("0");
        assertThat(f.position()).isEqualTo(1);
        List<RowMutation> more = List.of(f.insert(t, "9", "ok", "x"));
        assertThat(failure(f.send(() -> lane.apply(more, at(1), at(2)))).code()).isEqualTo(PostgresErrors.POSITION);
        assertThat(f.position()).isEqualTo(1);
    }

    @Test
    void theFirstErrorOfATransactionIsTheOneTold() {
        f.sql("CREATE TABLE q (id int PRIMARY KEY, v varchar(3))");
        LaneWriter lane = f.lane();
        // Tables are written in the order of their names: q before r, whatever the order of the mutations.
        List<RowMutation> rows = List.of(f.insert(t, "1", "too long", "x"), f.insert(f.schema("q", "id"), "x", "ok"));
        TargetException e = failure(f.send(() -> lane.apply(rows, at(0), at(1))));
        assertThat(e.code()).isEqualTo("22P02");
        assertThat(e).hasMessageContaining("public.q: insert of 1 row");
    }

    @Test
    void statementsPreparedOnTheWayKeepTheirOrder() {
        LaneWriter lane = f.lane();
        List<Future<Void>> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String table = "p" + i;
            f.sql("CREATE TABLE " + table + " (id int PRIMARY KEY, v text, w text); INSERT INTO " + table
                    + " VALUES (1, 'a', 'b')");
            TableSchema fresh = f.schema(table, "id");
            int n = i;
            List<RowMutation> rows = List.of(
                    f.update(fresh, "1", "first", "-"),
                    f.update(fresh, LaneFixture.tuple("1", "-", "-"), LaneFixture.tuple("2", "-", "second")),
                    f.insert(fresh, "1", "third", "x"),
                    f.update(t, "1", "" + n, "x"));
            sent.add(f.send(() -> lane.apply(rows, at(n), at(n + 1))));
        }
        sent.forEach(LaneFixture::await);
        for (int i = 0; i < 40; i++) {
            assertThat(f.rows("SELECT * FROM p" + i + " ORDER BY id")).containsExactly("1|third|x", "2|first|second");
        }
        assertThat(f.one("SELECT v FROM r")).isEqualTo("39");
        assertThat(f.position()).isEqualTo(40);
    }

    @Test
    void aStatementThatCanNotBePreparedFailsItsTransactionAlone() {
        f.tables.find(t.name());
        f.sql("ALTER TABLE r DROP COLUMN w");
        LaneWriter lane = f.lane();
        List<RowMutation> rows = List.of(f.insert(t, "1", "a", "b"));
        Future<Void> broken = f.send(() -> lane.apply(rows, at(0), at(1)));
        Future<Void> behind = f.send(() -> lane.apply(List.of(f.delete(t, "1", "-", "-")), at(1), at(2)));
        TargetException e = failure(broken);
        assertThat(e.kind()).isEqualTo(Kind.FINAL);
        assertThat(e.code()).isEqualTo("42703");
        assertThat(failure(behind).code()).isEqualTo(PostgresErrors.POSITION);
        assertThat(f.position()).isZero();
    }

    @Test
    void moreStatementsThanTheCacheHolds() {
        f.sql("CREATE TABLE wide (id int PRIMARY KEY, a int, b int, c int, d int, e int, f int, g int, h int, i int,"
                + " j int); INSERT INTO wide VALUES (1)");
        TableSchema wide = f.schema("wide", "id");
        List<RowMutation> rows = new ArrayList<>();
        for (int mask = 1; mask <= 600; mask++) {
            String[] row = new String[11];
            row[0] = "1";
            for (int i = 0; i < 10; i++) {
                row[i + 1] = (mask & 1 << i) == 0 ? "-" : "" + mask;
            }
            rows.add(f.update(wide, row));
        }
        LaneWriter lane = f.lane();
        for (int round = 0; round < 2; round++) {
            int n = round;
            f.call(() -> lane.applyInOrder(rows, at(n), at(n + 1)));
        }
        assertThat(f.rows("SELECT * FROM wide")).containsExactly("1|599|599|599|600|600|575|600|511|511|600");
    }

    @Test
    void anotherReignIsFenced() {
        f.sql("UPDATE penstock.lane SET epoch = 2");
        LaneWriter lane = f.lane();
        TargetException e = failure(f.send(() -> lane.apply(List.of(f.insert(t, "1", "a", "b")), at(0), at(1))));
        assertThat(e.kind()).isEqualTo(Kind.FENCED);
        assertThat(PostgresErrors.isFollowUp(e)).isFalse();
        LaneWriter other = f.lane();
        assertThat(failure(f.send(() -> other.begin(at(0)))).kind()).isEqualTo(Kind.FENCED);
        assertThat(ids()).isEmpty();
    }

    @Test
    void aMissingGuardTableIsNotFencing() {
        f.sql("DROP TABLE penstock.lane");
        LaneWriter lane = f.lane();
        TargetException e = failure(f.send(() -> lane.apply(List.of(f.insert(t, "1", "a", "b")), at(0), at(1))));
        assertThat(e.kind()).isEqualTo(Kind.FINAL);
        assertThat(ids()).isEmpty();
    }

    @Test
    void aKilledBackendLeavesNothingHalf() throws Exception {
        LaneWriter lane = f.lane();
        f.call(() -> lane.apply(List.of(f.insert(t, "1", "a", "b")), at(0), at(1)));
        try (Connection blocker = LaneServer.connect(f.database)) {
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("INSERT INTO r VALUES (3, 'x', 'x')");
            List<Future<Void>> sent = new ArrayList<>();
            for (int i = 1; i < 5; i++) {
                int n = i;
                List<RowMutation> rows = List.of(f.insert(t, "" + (n + 1), "a", "b"));
                sent.add(f.send(() -> lane.apply(rows, at(n), at(n + 1))));
            }
            await().until(() ->
                    !f.rows("SELECT FROM pg_locks WHERE NOT granted").isEmpty());
            f.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'penstock%'"
                    + " AND datname = current_database()");
            await(sent.get(0));
            TargetException first = failure(sent.get(1));
            assertThat(first.kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(PostgresErrors.isFollowUp(failure(sent.get(2)))).isTrue();
            assertThat(PostgresErrors.isFollowUp(failure(sent.get(3)))).isTrue();
        }
        assertThat(ids()).containsExactly("1", "2");
        assertThat(f.position()).isEqualTo(2);
        f.call(lane::close);
    }

    @Test
    void aLockThatIsNotGivenIsRetryable() throws Exception {
        LaneWriter lane = f.lane();
        try (Connection blocker = LaneServer.connect(f.database)) {
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("INSERT INTO r VALUES (1, 'x', 'x')");
            TargetException e = failure(f.send(() -> lane.apply(List.of(f.insert(t, "1", "a", "b")), at(0), at(1))));
            assertThat(e.kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(e.code()).isEqualTo("55P03");
        }
    }

    @Test
    void aServerThatFallsSilentIsGivenUp() throws Exception {
        LaneWriter lane = f.lane();
        String pid = f.one("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'penstock%' AND datname ="
                + " current_database()");
        new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
        try {
            TargetException e = failure(f.send(() -> lane.apply(List.of(f.insert(t, "1", "a", "b")), at(0), at(1))));
            assertThat(e.kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(e).hasMessageContaining("not answered");
            await(f.send(lane::close));
        } finally {
            new ProcessBuilder("kill", "-CONT", pid).start().waitFor();
        }
    }

    @Test
    void statementsBehindABeginThatFailedWriteNothing() throws Exception {
        LaneWriter lane = f.lane();
        String pid = f.one("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'penstock%' AND datname ="
                + " current_database()");
        assertThat(f.one("SELECT count(*) FROM pg_stat_activity WHERE pid = " + pid))
                .isEqualTo("1");
        LaneSession bare = f.session();
        List<Future<?>> sent = new ArrayList<>();
        await(f.send(() -> {
            sent.add(bare.simple("BEGIN READ WRITE nonsense"));
            sent.add(bare.simple("INSERT INTO public.r VALUES (1, 'a', 'b')"));
            sent.add(bare.simple("UPDATE penstock.lane SET at = 7"));
            return bare.simple("SELECT");
        }));
        sent.forEach(s -> assertThat(s.failed()).isTrue());
        assertThat(ids()).isEmpty();
        assertThat(f.position()).isZero();
        await(f.send(bare::close));
    }

    @Test
    void aLargeTransactionGrows() {
        LaneWriter lane = f.lane();
        List<Future<Void>> sent = new ArrayList<>();
        sent.add(f.send(() -> lane.begin(at(0))));
        for (int i = 0; i < 3; i++) {
            List<RowMutation> rows = List.of(f.insert(t, "" + i, "a", "b"));
            sent.add(f.send(() -> lane.append(rows)));
            List<RowMutation> ordered = List.of(f.insert(t, "" + (10 + i), "a", "b"));
            sent.add(f.send(() -> lane.appendInOrder(ordered)));
        }
        sent.forEach(LaneFixture::await);
        assertThat(ids()).isEmpty();
        f.call(() -> lane.commit(at(0), at(1)));
        assertThat(ids()).containsExactly("0", "1", "2", "10", "11", "12");
        f.call(() -> lane.apply(List.of(f.delete(t, "10", "-", "-")), at(1), at(2)));
        assertThat(f.position()).isEqualTo(2);
    }

    @Test
    void aLargeTransactionThatFailsIsTakenBackWhole() {
        LaneWriter lane = f.lane();
        f.call(() -> lane.begin(at(0)));
        f.call(() -> lane.append(List.of(f.insert(t, "1", "a", "b"))));
        Future<Void> bad = f.send(() -> lane.append(List.of(f.insert(t, "2", "too long", "b"))));
        Future<Void> behind = f.send(() -> lane.append(List.of(f.insert(t, "3", "a", "b"))));
        Future<Void> commit = f.send(() -> lane.commit(at(0), at(1)));
        TargetException first = failure(bad);
        assertThat(first.kind()).isEqualTo(Kind.DATA);
        assertThat(List.of(failure(behind), failure(commit)))
                .as("all that belongs to the transaction")
                .containsOnly(first);
        assertThat(ids()).isEmpty();
        assertThat(f.position()).isZero();
    }

    @Test
    void closingTakesBackWhatIsOpen() {
        LaneWriter lane = f.lane();
        f.call(() -> lane.begin(at(0)));
        f.call(() -> lane.append(List.of(f.insert(t, "1", "a", "b"))));
        f.call(lane::close);
        await().until(() -> f.rows("SELECT FROM pg_stat_activity WHERE application_name LIKE 'penstock%' AND datname ="
                        + " current_database()")
                .isEmpty());
        assertThat(ids()).isEmpty();
    }
}
