package io.penstock.progress;

import static io.penstock.progress.ProgressPostgres.done;
import static io.penstock.progress.ProgressPostgres.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.LaneGuard;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No write after the reign: what lanes and copies hold, and what a new reign waits for. */
class FencingIT {
    private static final LoopName SHOP = new LoopName("shop");

    private ProgressPostgres postgres;
    private ProgressStore store;
    private Epoch epoch;
    private LaneGuard guard;

    @BeforeEach
    void install() throws Exception {
        postgres = new ProgressPostgres();
        store = new ProgressStore(postgres, ProgressSql.postgresql());
        done(store.install());
        epoch = done(store.raise(SHOP, "node-1")).epoch();
        done(store.barrier(SHOP, epoch, at(0), List.of(Lane.SERIAL, Lane.shard(1)), "r", null));
        guard = store.guard(SHOP, epoch, Lane.SERIAL);
    }

    @AfterEach
    void close() throws Exception {
        postgres.close();
    }

    @Test
    void advance_moves_the_row_once_and_raises_everywhere_else() {
        done(postgres.query(guard.advance(at(0), at(1))));
        assertFenced(guard.advance(at(0), at(1)));
        assertFenced(guard.advance(new LanePosition(stamp(1), 7), at(2)));
        assertFenced(guard.advance(at(2), at(3)));
        assertFenced(
                store.guard(SHOP, new Epoch(epoch.number() + 1), Lane.SERIAL).advance(at(1), at(2)));
        assertFenced(store.guard(SHOP, epoch, Lane.shard(9)).advance(at(1), at(2)));
        assertFenced(store.guard(new LoopName("other"), epoch, Lane.SERIAL).advance(at(1), at(2)));
        done(postgres.query(guard.advance(at(1), new LanePosition(stamp(2), 3))));
        assertThat(done(store.raise(SHOP, "node-1")).lanes())
                .isEqualTo(Map.of(Lane.SERIAL, new LanePosition(stamp(2), 3), Lane.shard(1), at(0)));
    }

    @Test
    void hold_raises_where_the_row_is_not() {
        done(postgres.query(guard.hold(at(0))));
        assertFenced(guard.hold(at(1)));
        assertFenced(store.guard(SHOP, new Epoch(9), Lane.SERIAL).hold(at(0)));
    }

    /** PostgreSQL plans for any arguments from the sixth execution of a prepared statement on. */
    @Test
    void it_raises_under_a_generic_plan_too() {
        SqlConnection connection = done(postgres.pool().getConnection());
        for (int i = 0; i < 20; i++) {
            done(run(connection, guard.advance(at(i), at(i + 1))));
            done(run(connection, guard.hold(at(i + 1))));
        }
        assertFenced(run(connection, guard.advance(at(3), at(4))));
        assertFenced(run(connection, guard.hold(at(3))));
        done(connection.close());
    }

    @Test
    void flights_sent_without_waiting_are_a_chain_that_breaks_at_the_first_failure() {
        SqlConnection connection = done(postgres.pool().getConnection());
        List<Future<?>> answers = new ArrayList<>();
        List<Future<?>> commits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            // The fifth flight does not begin where the fourth ended.
            LanePosition from = i == 4 ? at(77) : at(i);
            connection.query("BEGIN").execute();
            answers.add(run(connection, guard.advance(from, at(i + 1))));
            commits.add(connection.query("COMMIT").execute());
        }
        done(Future.join(commits));
        for (int i = 0; i < 10; i++) {
            assertThat(answers.get(i).succeeded()).as("flight " + i).isEqualTo(i < 4);
        }
        done(connection.close());
        assertThat(done(store.raise(SHOP, "node-1")).lanes()).containsEntry(Lane.SERIAL, at(4));
    }

    @Test
    void a_new_reign_waits_for_an_open_transaction_and_has_what_it_committed() {
        SqlConnection lane = postgres.begin();
        done(run(lane, guard.hold(at(0))));
        Future<LoopProgress> raised = store.raise(SHOP, "node-2");
        postgres.awaitWaiting(1, "%");
        assertThat(raised.isComplete()).isFalse();
        done(run(lane, guard.advance(at(0), at(1))));
        done(lane.query("COMMIT").execute());
        assertThat(done(raised).lanes()).containsEntry(Lane.SERIAL, at(1));
        assertFenced(run(lane, guard.advance(at(1), at(2))));
        done(lane.close());
    }

    @Test
    void what_comes_while_a_new_reign_begins_waits_and_then_raises() {
        SqlConnection raising = postgres.begin();
        ProgressSql.postgresql().raise(SHOP, "node-2").forEach(statement -> done(run(raising, statement)));
        List<Future<?>> late = List.of(
                postgres.query(guard.advance(at(0), at(1))),
                postgres.query(store.guard(SHOP, epoch, Lane.shard(1)).hold(at(0))),
                postgres.query(store.copies(SHOP, epoch).guard()),
                store.advance(SHOP, epoch, stamp(5), null));
        postgres.awaitWaiting(4, "%");
        done(raising.query("COMMIT").execute());
        late.forEach(FencingIT::assertFenced);
        done(raising.close());
    }

    @Test
    void a_copy_holds_off_the_next_reign_but_not_its_own() {
        SqlConnection copy = postgres.begin();
        done(run(copy, store.copies(SHOP, epoch).guard()));
        done(store.copyStarted(SHOP, epoch));
        done(store.advance(SHOP, epoch, stamp(5), null));
        done(store.barrier(SHOP, epoch, at(6), List.of(Lane.SERIAL), "x", null));
        Future<LoopProgress> raised = store.raise(SHOP, "node-2");
        postgres.awaitWaiting(1, "%");
        assertThat(raised.isComplete()).isFalse();
        done(copy.query("COMMIT").execute());
        assertThat(done(raised).consistentPoint()).isEqualTo(stamp(6));
        assertFenced(run(copy, store.copies(SHOP, epoch).guard()));
        done(copy.close());
    }

    @Test
    void a_barrier_under_way_is_waited_for_and_its_lanes_belong_to_the_new_reign() {
        SqlConnection barrier = postgres.begin();
        done(run(barrier, ProgressSql.postgresql().adopt(SHOP, epoch, "x", stamp(0).text(), stamp(6).text(), null)));
        done(run(barrier, ProgressSql.postgresql().insertLane(SHOP, epoch, Lane.shard(2), at(6))));
        Future<LoopProgress> raised = store.raise(SHOP, "node-2");
        postgres.awaitWaiting(1, "%");
        done(barrier.query("COMMIT").execute());
        assertThat(done(raised).lanes()).containsEntry(Lane.shard(2), at(6));
        assertFenced(store.guard(SHOP, epoch, Lane.shard(2)).advance(at(6), at(7)));
        done(postgres.query(
                store.guard(SHOP, raised.result().epoch(), Lane.shard(2)).advance(at(6), at(7))));
        done(barrier.close());
    }

    private void assertFenced(Statement statement) {
        assertFenced(postgres.query(statement));
    }

    private static void assertFenced(Future<?> future) {
        assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> done(future))
                .withMessageContaining("penstock fenced")
                .matches(e -> e.kind() == Kind.FENCED);
    }

    private static LsnStamp stamp(long lsn) {
        return new LsnStamp(lsn, lsn + 1);
    }

    private static LanePosition at(long lsn) {
        return LanePosition.whole(stamp(lsn));
    }
}
