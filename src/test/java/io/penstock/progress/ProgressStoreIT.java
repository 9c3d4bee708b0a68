package io.penstock.progress;

import static io.penstock.progress.ProgressPostgres.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressStoreIT {
    private static final LoopName SHOP = new LoopName("shop");

    private ProgressPostgres postgres;
    private ProgressStore store;

    @BeforeEach
    void install() throws Exception {
        postgres = new ProgressPostgres();
        store = new ProgressStore(postgres);
        done(store.install());
    }

    @AfterEach
    void close() throws Exception {
        postgres.close();
    }

    @Test
    void a_loop_begins_with_nothing_and_each_reign_is_one_higher() {
        LoopProgress first = done(store.raise(SHOP, "node-1"));
        assertThat(first)
                .isEqualTo(new LoopProgress(new Epoch(1), null, null, null, CopyState.NONE, null, null, Map.of()));
        done(store.raise(new LoopName("other"), "node-1"));
        assertThat(done(store.raise(SHOP, "node-2")).epoch()).isEqualTo(new Epoch(2));
        assertThat(one("SELECT owner FROM penstock.loops WHERE name = 'shop'")).isEqualTo("node-2");
    }

    @Test
    void everything_written_is_there_in_the_next_reign() {
        Epoch epoch = done(store.raise(SHOP, "node-1")).epoch();
        done(store.identify(SHOP, epoch, "system 7 database shop"));
        done(store.copyStarted(SHOP, epoch));
        assertThat(done(store.raise(SHOP, "node-1")).copy()).isEqualTo(CopyState.RUNNING);
        epoch = new Epoch(2);
        done(store.copyFinished(SHOP, epoch, stamp(100)));
        done(store.barrier(SHOP, epoch, whole(100), List.of(Lane.shard(0), Lane.shard(1)), "routing one", null));
        done(store.advance(SHOP, epoch, stamp(200), "invisible"));
        assertThat(done(store.raise(SHOP, "node-1")))
                .isEqualTo(new LoopProgress(
                        new Epoch(3),
                        "system 7 database shop",
                        stamp(200),
                        "routing one",
                        CopyState.DONE,
                        stamp(100),
                        "invisible",
                        Map.of(Lane.shard(0), whole(100), Lane.shard(1), whole(100))));
    }

    @Test
    void two_nodes_that_install_and_raise_at_once_reign_one_after_the_other() throws Exception {
        try (ProgressPostgres fresh = new ProgressPostgres()) {
            List<Future<Epoch>> raised = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                ProgressStore node = new ProgressStore(fresh);
                raised.add(node.install()
                        .compose(installed -> node.raise(SHOP, "node"))
                        .map(LoopProgress::epoch));
            }
            done(Future.all(raised));
            assertThat(raised.stream().map(Future::result).map(Epoch::number))
                    .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L);
        }
    }

    @Test
    void a_newer_version_is_refused_and_left_alone() {
        run("UPDATE penstock.meta SET version = 7");
        assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> done(store.install()))
                .withMessageContaining("version 7")
                .withMessageContaining("version 2")
                .matches(e -> e.kind() == Kind.FINAL && e.remedy().contains("upgrade Penstock"));
        assertThat(one("SELECT max(version)::text FROM penstock.meta")).isEqualTo("7");
        run("DELETE FROM penstock.meta");
        assertRefused(Kind.FINAL, () -> done(store.install()));
    }

    @Test
    void tables_of_version_1_are_brought_up_and_keep_their_rows() {
        Epoch epoch = done(store.raise(SHOP, "node-1")).epoch();
        run("DROP TABLE penstock.copies, penstock.chunks");
        run("ALTER TABLE penstock.loops DROP COLUMN unseen");
        run("UPDATE penstock.meta SET version = 1");
        done(store.install());
        assertThat(done(store.raise(SHOP, "node-1")).epoch().number()).isEqualTo(epoch.number() + 1);
        assertThat(one("SELECT max(version)::text FROM penstock.meta")).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lanes | stamp            | 'nonsense'  | loop shop, lane serial: stamp is \"nonsense\"",
                "lanes | stamp            | ''          | loop shop, lane serial: stamp is \"\"",
                "lanes | lane             | 'shard-x'   | loop shop, lane shard-x: lane is \"shard-x\"",
                "lanes | ordinal          | -1          | loop shop, lane serial: ordinal is \"-1\"",
                "loops | epoch            | -5          | loop shop: epoch is \"-4\"",
                "loops | consistent_point | '0/0'       | loop shop: consistent_point is \"0/0\"",
                "loops | copy_state       | 'halfway'   | loop shop: copy_state is \"halfway\"",
                "loops | copy_state       | 'done'      | loop shop: copy_stamp is \"null\"",
                "loops | copy_stamp       | 'lsn:1/1,1' | loop shop: copy_stamp is \"lsn:1/1,1\""
            },
            quoteCharacter = '`')
    void a_row_that_cannot_be_read_is_named_and_never_guessed(
            String table, String column, String value, String message) {
        Epoch epoch = done(store.raise(SHOP, "node-1")).epoch();
        done(store.barrier(SHOP, epoch, whole(100), List.of(Lane.SERIAL), "r", null));
        run("UPDATE penstock." + table + " SET " + column + " = " + value);
        assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> done(store.raise(SHOP, "node-1")))
                .withMessageContaining(message)
                .matches(e -> e.kind() == Kind.FINAL && !e.remedy().isEmpty());
    }

    @Test
    void the_consistent_point_moves_forward_only() {
        Epoch epoch = done(store.raise(SHOP, "node-1")).epoch();
        done(store.advance(SHOP, epoch, stamp(0xFFFF), null));
        // Later as a number, earlier as text.
        done(store.advance(SHOP, epoch, stamp(0x10000), null));
        done(store.advance(SHOP, epoch, stamp(5), null));
        assertThat(done(store.raise(SHOP, "node-1")).consistentPoint()).isEqualTo(stamp(0x10000));
        assertRefused(Kind.FENCED, () -> done(store.advance(SHOP, epoch, stamp(0x20000), null)));
        assertRefused(Kind.FENCED, () -> done(store.advance(SHOP, epoch, stamp(5), null)));
    }

    @Test
    void of_many_that_advance_at_once_the_furthest_stays() {
        Epoch epoch = done(store.raise(SHOP, "node-1")).epoch();
        List<Future<Void>> all = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            all.add(store.advance(SHOP, epoch, stamp(i * 37 % 41), null));
        }
        done(Future.all(all));
        assertThat(done(store.raise(SHOP, "node-1")).consistentPoint()).isEqualTo(stamp(40));
    }

    @Test
    void a_reign_that_is_over_writes_nothing() {
        Epoch old = done(store.raise(SHOP, "node-1")).epoch();
        done(store.barrier(SHOP, old, whole(100), List.of(Lane.SERIAL), "r", null));
        LoopProgress now = done(store.raise(SHOP, "node-2"));
        assertRefused(Kind.FENCED, () -> done(store.identify(SHOP, old, "x")));
        assertRefused(Kind.FENCED, () -> done(store.copyStarted(SHOP, old)));
        assertRefused(Kind.FENCED, () -> done(store.copyFinished(SHOP, old, stamp(300))));
        assertRefused(Kind.FENCED, () -> done(store.barrier(SHOP, old, whole(300), List.of(), "x", null)));
        assertRefused(
                Kind.FENCED, () -> done(postgres.query(store.copies(SHOP, old).guard())));
        assertRefused(Kind.FENCED, () -> done(store.advance(new LoopName("none"), old, stamp(1), null)));
        assertThat(done(store.raise(SHOP, "node-2")))
                .isEqualTo(new LoopProgress(
                        new Epoch(3),
                        null,
                        now.consistentPoint(),
                        "r",
                        CopyState.NONE,
                        null,
                        null,
                        Map.of(Lane.SERIAL, whole(100))));
    }

    @Test
    void a_barrier_moves_opens_and_closes_lanes_in_one_step() {
        Epoch epoch = done(store.raise(SHOP, "node-1")).epoch();
        done(store.barrier(SHOP, epoch, whole(100), List.of(Lane.shard(0), Lane.shard(1)), "two", null));
        LanePosition inside = new LanePosition(stamp(200), 5);
        done(store.barrier(SHOP, epoch, inside, List.of(Lane.BARRIER, Lane.shard(1)), "barrier", null));
        LoopProgress then = done(store.raise(SHOP, "node-1"));
        assertThat(then.lanes()).isEqualTo(Map.of(Lane.BARRIER, inside, Lane.shard(1), inside));
        assertThat(then.routing()).isEqualTo("barrier");
        assertThat(then.consistentPoint()).isEqualTo(stamp(100));
        done(store.barrier(SHOP, then.epoch(), whole(200), List.of(Lane.SERIAL), "serial", null));
        LoopProgress after = done(store.raise(SHOP, "node-1"));
        assertThat(after.lanes()).isEqualTo(Map.of(Lane.SERIAL, whole(200)));
        assertThat(after.consistentPoint()).isEqualTo(stamp(200));
    }

    @Test
    void a_barrier_before_a_lane_or_the_consistent_point_is_refused_whole() {
        Epoch epoch = done(store.raise(SHOP, "node-1")).epoch();
        done(store.barrier(SHOP, epoch, whole(100), List.of(Lane.SERIAL), "r", null));
        done(postgres.query(store.guard(SHOP, epoch, Lane.SERIAL).advance(whole(100), whole(200))));
        assertRefused(
                Kind.FINAL, () -> done(store.barrier(SHOP, epoch, whole(150), List.of(Lane.shard(0)), "x", null)));
        done(store.advance(SHOP, epoch, stamp(300), null));
        assertRefused(
                Kind.FINAL, () -> done(store.barrier(SHOP, epoch, whole(250), List.of(Lane.shard(0)), "x", null)));
        LanePosition inside = new LanePosition(stamp(300), 4);
        assertRefused(Kind.FINAL, () -> done(store.barrier(SHOP, epoch, inside, List.of(Lane.shard(0)), "x", null)));
        LoopProgress now = done(store.raise(SHOP, "node-1"));
        assertThat(now.lanes()).isEqualTo(Map.of(Lane.SERIAL, whole(200)));
        assertThat(now.routing()).isEqualTo("r");
    }

    private void assertRefused(Kind kind, ThrowingCallable call) {
        assertThatExceptionOfType(TargetException.class).isThrownBy(call).matches(e -> e.kind() == kind, kind.name());
    }

    private void run(String sql) {
        done(postgres.query(Statement.of(sql)));
    }

    private Object one(String sql) {
        return done(postgres.query(Statement.of(sql)))
                .get(0)
                .values()
                .iterator()
                .next();
    }

    private static LsnStamp stamp(long lsn) {
        return new LsnStamp(lsn, lsn + 1);
    }

    private static LanePosition whole(long lsn) {
        return LanePosition.whole(stamp(lsn));
    }
}
