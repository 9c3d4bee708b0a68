package io.penstock.progress;

import static io.penstock.progress.ProgressPostgres.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.penstock.model.Epoch;
import io.penstock.model.KeyRange;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.model.TableName;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.ConflictListener;
import io.penstock.target.LaneGuard;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.penstock.target.mysql.MysqlTarget;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.MysqlDatabase;
import io.penstock.testkit.MysqlSql;
import io.penstock.testkit.TestMysql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract on MariaDB, and who waits for whom there. */
class MysqlProgressIT extends ProgressStoreContract {
    private static final LoopName SHOP = new LoopName("shop");
    private static final LanePosition AT = LanePosition.whole(new LsnStamp(1, 2));
    private static final LanePosition NEXT = LanePosition.whole(new LsnStamp(3, 4));

    @Override
    ProgressServer newServer() {
        return new ProgressMysql();
    }

    @Test
    void an_installation_that_stopped_half_way_is_brought_to_its_end() throws Exception {
        try (ProgressMysql fresh = new ProgressMysql()) {
            ProgressStore store = new ProgressStore(fresh, fresh.statements());
            done(store.install());
            fresh.admin().execute("DELETE FROM penstock.meta; DROP TABLE penstock.lanes");
            done(store.install());
            assertThat(done(store.raise(SHOP, "node")).epoch()).isEqualTo(new Epoch(1));
        }
    }

    @Test
    void a_guard_raises_where_the_row_is_not_and_nothing_behind_it_is_done() throws Exception {
        try (ProgressMysql fresh = new ProgressMysql()) {
            LaneGuard guard = lane(fresh);
            fresh.admin().execute("CREATE TABLE penstock.t (a int)");
            Statement insert = Statement.of("INSERT INTO penstock.t VALUES (1)");
            done(fresh.transaction(List.of(guard.advance(AT, NEXT), insert)));
            for (Statement statement : List.of(guard.advance(AT, NEXT), guard.hold(AT))) {
                assertThatExceptionOfType(TargetException.class)
                        .isThrownBy(() -> done(fresh.transaction(List.of(statement, insert))))
                        .withMessageContaining(ProgressSql.FENCED)
                        .matches(e -> e.kind() == Kind.FENCED);
            }
            done(fresh.transaction(List.of(guard.hold(NEXT), insert)));
            assertThat(fresh.admin().number("SELECT COUNT(*) FROM penstock.t")).isEqualTo(2);
        }
    }

    @Test
    void a_new_reign_waits_for_an_open_transaction_and_has_what_it_committed() throws Exception {
        try (ProgressMysql fresh = new ProgressMysql();
                Connection open = fresh.admin().connect()) {
            LaneGuard guard = lane(fresh);
            MysqlSql.execute(open, "BEGIN; UPDATE penstock.lanes SET stamp = 'lsn:0/3,0/4' WHERE `loop` = 'shop'");
            Future<LoopProgress> raised = new ProgressStore(fresh, fresh.statements()).raise(SHOP, "node-2");
            waits(fresh.admin(), "UPDATE penstock.lanes%");
            assertThat(raised.isComplete()).isFalse();
            MysqlSql.execute(open, "COMMIT");
            assertThat(done(raised).lanes()).isEqualTo(Map.of(Lane.SERIAL, NEXT));
            assertThatExceptionOfType(TargetException.class)
                    .isThrownBy(() -> done(fresh.transaction(List.of(guard.hold(NEXT)))))
                    .matches(e -> e.kind() == Kind.FENCED);
        }
    }

    @Test
    void a_copy_holds_off_the_next_reign_but_not_its_own() throws Exception {
        try (ProgressMysql fresh = new ProgressMysql();
                Connection copy = fresh.admin().connect()) {
            lane(fresh);
            ProgressStore store = new ProgressStore(fresh, fresh.statements());
            MysqlSql.execute(copy, "BEGIN; SELECT 1 FROM penstock.reigns WHERE `loop` = 'shop' LOCK IN SHARE MODE");
            done(fresh.query(store.copies(SHOP, new Epoch(1)).guard()));
            done(store.advance(SHOP, new Epoch(1), new LsnStamp(9, 10), null));
            assertThatExceptionOfType(TargetException.class)
                    .isThrownBy(() -> done(store.raise(SHOP, "node-2", Duration.ofMillis(200))))
                    .matches(e -> e.kind() == Kind.RETRYABLE);
            MysqlSql.execute(copy, "ROLLBACK");
            assertThat(done(store.raise(SHOP, "node-2")).epoch()).isEqualTo(new Epoch(2));
        }
    }

    @Test
    void whether_a_part_is_durable_is_not_told_before_its_commit_has_ended() throws Exception {
        try (ProgressMysql fresh = new ProgressMysql();
                Connection copy = fresh.admin().connect()) {
            lane(fresh);
            CopyStore copies = new ProgressStore(fresh, fresh.statements()).copies(SHOP, new Epoch(1));
            TableName items = new TableName("shop", "items");
            done(copies.begin(List.of(items)));
            for (String end : List.of("COMMIT", "ROLLBACK")) {
                CopiedChunk chunk =
                        new CopiedChunk(items, end.length(), new KeyRange(null, null), "m", new LsnStamp(1, 2));
                assertThat(done(copies.settle(chunk))).as("not yet").isFalse();
                MysqlSql.execute(
                        copy,
                        "BEGIN; INSERT INTO penstock.chunks (`loop`, schema_name, table_name, number, moment, position)"
                                + " VALUES ('shop', 'shop', 'items', " + end.length() + ", 'm', 'lsn:0/1,0/2')");
                Future<Boolean> settled = copies.settle(chunk);
                waits(fresh.admin(), "SELECT moment FROM penstock.chunks%");
                assertThat(settled.isComplete()).isFalse();
                MysqlSql.execute(copy, end);
                assertThat(done(settled)).isEqualTo(end.equals("COMMIT"));
            }
        }
    }

    private static LaneGuard lane(ProgressMysql server) {
        ProgressStore store = new ProgressStore(server, server.statements());
        done(store.install());
        Epoch epoch = done(store.raise(SHOP, "node-1")).epoch();
        done(store.barrier(SHOP, epoch, AT, List.of(Lane.SERIAL), "r", null));
        return store.guard(SHOP, epoch, Lane.SERIAL);
    }

    /** Not by what InnoDB tells of its transactions: it tells the same as before when it is asked too often. */
    private static void waits(MysqlDatabase admin, String what) {
        Eventually.isTrue(
                "somebody waits for a lock",
                () -> admin.number("SELECT COUNT(*) FROM information_schema.processlist WHERE time >= 1"
                                + " AND info LIKE '" + what + "'")
                        > 0);
    }

    /** MariaDB keeps the progress of all its databases in one, so each of these begins by dropping that. */
    private static final class ProgressMysql implements ProgressServer {
        private final Vertx vertx = Vertx.vertx();
        private final MysqlDatabase admin = TestMysql.mariaDbTarget().database("");
        private final MysqlTarget target;

        ProgressMysql() {
            admin.execute("DROP DATABASE IF EXISTS penstock");
            target = MysqlTarget.of(
                    vertx,
                    new ConnectionUrl(
                            "mariadb",
                            TestMysql.mariaDbTarget().host(),
                            TestMysql.mariaDbTarget().port(),
                            TestMysql.mariaDbTarget().user(),
                            new Secret(TestMysql.mariaDbTarget().password()),
                            "test",
                            Map.of()),
                    "public",
                    Duration.ofSeconds(20),
                    ConflictListener.NONE);
        }

        MysqlDatabase admin() {
            return admin;
        }

        @Override
        public ProgressSql statements() {
            return ProgressSql.mysql();
        }

        @Override
        public Future<List<Map<String, Object>>> query(Statement statement) {
            return target.sql().query(statement);
        }

        @Override
        public Future<List<Map<String, Object>>> transaction(List<Statement> statements) {
            return target.sql().transaction(statements);
        }

        @Override
        public void close() throws SQLException {
            done(target.close());
            done(vertx.close());
            admin.close();
        }
    }
}
