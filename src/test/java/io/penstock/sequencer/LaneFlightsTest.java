package io.penstock.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.bus.Addresses;
import io.penstock.model.Column;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of flights and what happens when one is refused, against a writer whose answers the test decides. */
class LaneFlightsTest {
    private static final LoopName LOOP = new LoopName("t");
    private static final TableSchema TABLE = new TableSchema(
            new TableName("public", "t"), 1, List.of(new Column("id", "integer", 1)), List.of(0), false);

    private final List<ScriptedWriter> writers = new ArrayList<>();
    private final LaneFlights flights = new LaneFlights(setup());

    LaneFlightsTest() {
        flights.open();
    }

    @Test
    void each_flight_begins_where_the_one_before_ends() {
        flights.send(rows(1), at(1));
        flights.send(rows(2), at(2));
        assertThat(writers.get(0).calls).containsExactly("apply 0/0>0/1", "apply 0/1>0/2");
        assertThat(flights.hasRoom()).isFalse();
    }

    @Test
    void beside_another_flight_only_a_full_one_goes() {
        assertThat(flights.hasRoomFor(1, 1)).isTrue();
        flights.send(rows(1), at(1));
        FlightLimits limits = setup().limits();
        assertThat(flights.hasRoomFor(limits.maxRows() - 1, limits.maxBytes() - 1))
                .isFalse();
        assertThat(flights.hasRoomFor(limits.maxRows(), 1)).isTrue();
        assertThat(flights.hasRoomFor(1, limits.maxBytes())).isTrue();
    }

    @Test
    void a_flight_without_rows_lands_with_the_one_before_and_writes_nothing() {
        Future<Void> full = flights.send(rows(1), at(1));
        Future<Void> empty = flights.send(List.of(), at(2));
        assertThat(empty.isComplete()).isFalse();
        writers.get(0).answer(0, null);
        assertThat(full.succeeded()).isTrue();
        assertThat(empty.succeeded()).isTrue();
        assertThat(flights.row()).isEqualTo(at(1));
        assertThat(flights.send(List.of(), at(3)).succeeded()).isTrue();
        assertThat(writers.get(0).calls).hasSize(1);
    }

    @Test
    void refused_rows_go_again_in_source_order_with_all_behind_them() {
        Future<Void> first = flights.send(rows(1), at(1));
        Future<Void> second = flights.send(rows(2), at(2));
        writers.get(0).answer(0, refusal(TargetException.Kind.DATA));
        writers.get(0).answer(1, refusal(TargetException.Kind.FENCED));
        ScriptedWriter again = writers.get(1);
        assertThat(writers.get(0).closed).isTrue();
        assertThat(again.calls).containsExactly("in order 0/0>0/1");
        assertThat(flights.hasRoom()).isFalse();
        again.answer(0, null);
        assertThat(first.succeeded()).isTrue();
        again.answer(1, null);
        assertThat(again.calls).containsExactly("in order 0/0>0/1", "in order 0/1>0/2");
        assertThat(second.succeeded()).isTrue();
        assertThat(flights.hasRoom()).isTrue();
    }

    @Test
    void whoever_hears_of_the_last_replayed_landing_may_send_at_once() {
        List<Boolean> room = new ArrayList<>();
        flights.send(rows(1), at(1)).onSuccess(landed -> room.add(flights.hasRoom()));
        flights.send(List.of(), at(2));
        writers.get(0).answer(0, refusal(TargetException.Kind.DATA));
        writers.get(1).answer(0, null);
        assertThat(room).containsExactly(true);
    }

    @Test
    void what_the_source_order_can_not_do_either_ends_the_lane() {
        Future<Void> first = flights.send(rows(1), at(1));
        Future<Void> second = flights.send(rows(2), at(2));
        writers.get(0).answer(0, refusal(TargetException.Kind.DATA));
        writers.get(1).answer(0, refusal(TargetException.Kind.DATA));
        assertThat(first.failed()).isTrue();
        assertThat(second.failed()).isTrue();
        assertThat(flights.send(rows(3), at(3)).failed()).isTrue();
    }

    @Test
    void other_failures_end_the_lane_with_the_first_cause() {
        Future<Void> first = flights.send(rows(1), at(1));
        Future<Void> second = flights.send(rows(2), at(2));
        TargetException cause = refusal(TargetException.Kind.RETRYABLE);
        // The connection's end may be told to the later flight first.
        writers.get(0).answer(1, refusal(TargetException.Kind.FENCED));
        writers.get(0).answer(0, cause);
        assertThat(first.cause()).isSameAs(cause);
        assertThat(second.cause()).isSameAs(cause);
        assertThat(writers).hasSize(1);
    }

    private static TargetException refusal(TargetException.Kind kind) {
        return new TargetException(kind, "", kind.name(), "", null);
    }

    private static LanePosition at(long lsn) {
        return LanePosition.whole(new LsnStamp(lsn, lsn));
    }

    private static List<Mutation> rows(long lsn) {
        return List.of(new Insert(new LsnStamp(lsn, lsn), 1, TABLE, Tuple.of("1")));
    }

    private LaneSetup setup() {
        return new LaneSetup(
                LOOP,
                new Epoch(1),
                0,
                Lane.SERIAL,
                new Addresses(LOOP, new Epoch(1), 0),
                at(0),
                at(0),
                null,
                null,
                true,
                () -> {
                    ScriptedWriter writer = new ScriptedWriter();
                    writers.add(writer);
                    return Future.succeededFuture(writer);
                },
                new FlightLimits(100, 1_000, 2),
                false,
                new FlightObserver() {
                    @Override
                    public void landed(Lane lane, LanePosition to, int rows, long nanos) {}

                    @Override
                    public void replayed(Lane lane, LanePosition to) {}
                });
    }

    private static final class ScriptedWriter implements LaneWriter {
        private final List<String> calls = new ArrayList<>();
        private final List<Promise<Void>> answers = new ArrayList<>();
        private boolean closed;

        void answer(int call, Throwable failure) {
            if (failure == null) {
                answers.get(call).complete();
            } else {
                answers.get(call).fail(failure);
            }
        }

        private Future<Void> called(String what) {
            calls.add(what);
            Promise<Void> answer = Promise.promise();
            answers.add(answer);
            return answer.future();
        }

        @Override
        public Future<Void> apply(List<? extends Mutation> mutations, LanePosition from, LanePosition to) {
            return called("apply " + from + ">" + to);
        }

        @Override
        public Future<Void> applyInOrder(List<? extends Mutation> mutations, LanePosition from, LanePosition to) {
            return called("in order " + from + ">" + to);
        }

        @Override
        public Future<Void> begin(LanePosition at) {
            return called("begin");
        }

        @Override
        public Future<Void> append(List<? extends Mutation> mutations) {
            return called("append");
        }

        @Override
        public Future<Void> appendInOrder(List<? extends Mutation> mutations) {
            return called("append in order");
        }

        @Override
        public Future<Void> commit(LanePosition from, LanePosition to) {
            return called("commit");
        }

        @Override
        public Future<Void> close() {
            closed = true;
            return Future.succeededFuture();
        }
    }
}
