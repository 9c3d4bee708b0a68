package io.penstock.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.bus.Addresses;
import io.penstock.bus.BusCodecs;
import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.penstock.model.Batch;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.progress.ProgressStore;
import io.penstock.sequencer.fan.FanSequencer;
import io.penstock.sequencer.serial.SerialSequencer;
import io.penstock.source.postgresql.SourceDefinitions;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import io.penstock.target.TargetException;
import io.penstock.target.postgresql.PostgresTarget;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes on a real server behind a real event bus: what they let in, what they refuse, and when they answer. */
class LanesIT {
    private static final LoopName LOOP = new LoopName("lanes");
    private static final long GENERATION = 3;

    private final TestDatabase database = TestPostgres.target().createDatabase("lanes");
    private final Vertx vertx = Vertx.vertx();
    private PostgresTarget target;
    private ProgressStore progress;
    private Epoch epoch;
    private TableSchema table;
    private Lane lane;
    private Sequencer sequencer;

    @AfterEach
    void close() throws Exception {
        await(sequencer.close());
        await(target.close());
        await(vertx.close());
        database.dropForce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"serial", "shard-0"})
    void a_gap_is_refused_and_what_lies_behind_it_is_not_applied(String id) throws Exception {
        start(id);
        await(request(0, GENERATION, transaction(1)));
        assertRefused(request(2, GENERATION, transaction(3)), "batch 2 where 1 is next");
        assertRefused(request(0, GENERATION, transaction(1)), "batch 0 where 1 is next");
        assertThat(rows()).isEqualTo("1");
        await(request(1, GENERATION, transaction(2)));
        assertThat(rows()).isEqualTo("1,2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serial", "shard-0"})
    void another_generation_or_reign_is_refused(String id) throws Exception {
        start(id);
        assertRefused(request(0, GENERATION - 1, transaction(1)), "generation " + (GENERATION - 1));
        assertRefused(request(0, GENERATION + 1, transaction(1)), "generation " + (GENERATION + 1));
        Epoch own = epoch;
        assertRefused(
                request(new Epoch(own.number() - 1), 0, GENERATION, transaction(1)), "epoch " + (own.number() - 1));
        assertThat(rows()).isNull();
        await(request(0, GENERATION, transaction(1)));
        assertThat(rows()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serial", "shard-0"})
    void the_sender_hears_why_a_lane_failed_and_so_does_the_next(String id) throws Exception {
        start(id);
        database.execute("ALTER TABLE t ADD CONSTRAINT small CHECK (id < 10)");
        LaneSender sender = sender(setup(lane));
        await(sender.send(transaction(1), 100));
        assertData(sender.send(transaction(11), 100));
        assertData(sender.send(transaction(2), 100));
        assertData(sender.drain());
        assertThat(rows()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serial", "shard-0"})
    void drain_is_not_answered_before_what_was_sent_is_durable(String id) throws Exception {
        start(id);
        LaneSender sender = sender(setup(lane));
        try (Connection other = database.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("LOCK TABLE t IN SHARE MODE");
            Future<Void> sent = sender.send(transaction(1), 100);
            Future<Void> drained = sender.drain();
            Eventually.isTrue(
                    "the lane waits for the lock",
                    () -> database.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                    + " AND wait_event_type = 'Lock'")
                            == 1);
            answersInTurn();
            assertThat(sent.isComplete()).isFalse();
            assertThat(drained.isComplete()).isFalse();
            other.rollback();
            await(drained);
        }
        assertThat(rows()).isEqualTo("1");
    }

    @Test
    void executed_is_not_durable_yet() throws Exception {
        start(Lane.SERIAL.id());
        LaneSender sender = sender(setup(lane));
        await(sender.send(List.of(insert(1)), 100));
        Future<Void> drained = sender.drain();
        answersInTurn();
        assertThat(drained.isComplete()).isFalse();
        assertThat(rows()).as("inside the open transaction").isNull();
        await(sender.send(List.of(new Commit(stamp(1), 0)), 100));
        await(drained);
        assertThat(rows()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serial", "shard-0"})
    void drain_that_counts_other_batches_is_refused(String id) throws Exception {
        start(id);
        await(request(0, GENERATION, transaction(1)));
        String address = LaneSender.drainAddress(addresses().lane(lane));
        assertRefused(vertx.eventBus().request(address, 2L), "has batches up to 1, not 2");
        await(vertx.eventBus().request(address, 1L));
    }

    // --- a lane ---

    private void start(String id) throws Exception {
        lane = Lane.parse(id);
        BusCodecs.register(vertx.eventBus());
        database.execute("CREATE TABLE t (id int PRIMARY KEY, v text)");
        List<TableDefinition> definitions = SourceDefinitions.read(database);
        table = definitions.get(0).schema();
        TestPostgres server = database.server();
        ConnectionUrl url = new ConnectionUrl(
                "postgresql",
                server.host(),
                server.port(),
                server.user(),
                new Secret(server.password()),
                database.name(),
                Map.of());
        target = PostgresTarget.of(vertx, url, Duration.ofSeconds(60), (name, rows) -> {});
        await(target.inspect());
        await(target.schema().prepare(definitions, false));
        progress = new ProgressStore(target.sql(), io.penstock.progress.ProgressSql.postgresql());
        await(progress.install());
        epoch = await(progress.raise(LOOP, "test")).epoch();
        await(progress.barrier(
                LOOP, epoch, LanePosition.whole(stamp(0)), List.of(Lane.SERIAL, Lane.shard(0), Lane.BARRIER), "r", ""));
        sequencer = lane.equals(Lane.SERIAL)
                ? new SerialSequencer(vertx, setup(lane), this::sender, new Deaf())
                : new FanSequencer(
                        vertx,
                        List.of(setup(lane)),
                        setup(Lane.BARRIER),
                        this::sender,
                        Map.of(),
                        ties -> Future.succeededFuture(),
                        new Deaf());
        await(sequencer.start());
    }

    private LaneSetup setup(Lane of) {
        LanePosition at = LanePosition.whole(stamp(0));
        var guard = progress.guard(LOOP, epoch, of);
        return new LaneSetup(
                LOOP,
                epoch,
                GENERATION,
                of,
                addresses(),
                at,
                at,
                guard,
                target.schema(),
                false,
                () -> target.openLane(LOOP, of, "penstock/lanes/" + epoch + "/" + of, guard),
                FlightLimits.forWindow(64 << 20),
                false,
                new Deaf());
    }

    private Addresses addresses() {
        return new Addresses(LOOP, epoch, GENERATION);
    }

    private LaneSender sender(LaneSetup setup) {
        return new LaneSender(vertx, setup, Duration.ofSeconds(60));
    }

    private Future<?> request(long sequence, long generation, List<Mutation> mutations) {
        return request(epoch, sequence, generation, mutations);
    }

    private Future<?> request(Epoch from, long sequence, long generation, List<Mutation> mutations) {
        return vertx.eventBus()
                .request(addresses().lane(lane), new Batch(LOOP, from, generation, lane, sequence, mutations, 100));
    }

    /** The lane takes messages in turn: when this one is refused, it has dealt with all that were sent before. */
    private void answersInTurn() {
        assertRefused(request(0, GENERATION + 1, transaction(9)), "generation");
    }

    /** Shards get rows only; where transactions end is the router's business. */
    private List<Mutation> transaction(long n) {
        return lane.equals(Lane.SERIAL) ? List.of(insert(n), new Commit(stamp(n), 0)) : List.of(insert(n));
    }

    private Insert insert(long n) {
        return new Insert(stamp(n), 1, table, Tuple.of(Long.toString(n), "v"));
    }

    private static LsnStamp stamp(long n) {
        return new LsnStamp(16 * n + 16, 16 * n + 24);
    }

    private String rows() {
        return database.value("SELECT string_agg(id::text, ',' ORDER BY id) FROM t");
    }

    private static void assertRefused(Future<?> answer, String reason) {
        assertThat(failure(answer)).isInstanceOf(ReplyException.class).hasMessageContaining(reason);
    }

    private static void assertData(Future<?> answer) {
        assertThat(failure(answer)).isInstanceOfSatisfying(TargetException.class, told -> {
            assertThat(told.kind()).isEqualTo(TargetException.Kind.DATA);
            assertThat(told.code()).isEqualTo("23514");
            assertThat(told).hasMessageContaining("small");
        });
    }

    private static Throwable failure(Future<?> answer) {
        Eventually.isTrue("an answer", answer::isComplete);
        return answer.cause();
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.await(30, TimeUnit.SECONDS);
    }

    /** Nothing here depends on what is told aside. */
    private static final class Deaf implements SequencerListener, FlightObserver {
        @Override
        public void durable(Stamp consistentPoint) {}

        @Override
        public void failed(Throwable cause) {}

        @Override
        public void landed(Lane lane, LanePosition to, int rows, long nanos) {}

        @Override
        public void replayed(Lane lane, LanePosition to) {}
    }
}
