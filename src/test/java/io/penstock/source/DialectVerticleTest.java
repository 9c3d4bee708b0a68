package io.penstock.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.bus.Acknowledge;
import io.penstock.bus.Addresses;
import io.penstock.bus.BusCodecs;
import io.penstock.bus.Idle;
import io.penstock.model.Batch;
import io.penstock.model.Column;
import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DialectVerticleTest {
    private static final Addresses ADDRESSES = new Addresses(new LoopName("shop"), new Epoch(4), 2);
    private static final TableSchema TABLE =
            new TableSchema(new TableName("public", "t"), 1, List.of(new Column("id", "bigint", 1)), List.of(0), false);
    private static final Tuple ROW = Tuple.of("1");
    private static final Stamp FROM = stamp(1);

    private final Vertx vertx = Vertx.vertx();
    private final List<Object> received = new CopyOnWriteArrayList<>();

    @BeforeEach
    void register() {
        BusCodecs.register(vertx.eventBus());
    }

    @AfterEach
    void close() {
        done(vertx.close());
    }

    @Test
    void batches_arrive_numbered_in_order_with_idle_news_between_them() {
        loop(message -> message.reply(null));
        DialectVerticle verticle = deploy(new ScriptedFeed(sink -> {
            for (int i = 1; i <= 500; i++) {
                assertThat(sink.offer(List.of(insert(i)), 10, 1_000)).isTrue();
                if (i == 250) {
                    sink.idle(stamp(250));
                }
            }
        }));
        Awaitility.await().until(() -> received.size() == 501);
        for (int i = 0; i < received.size(); i++) {
            if (received.get(i) instanceof Idle idle) {
                assertThat(i).isEqualTo(250);
                assertThat(idle).isEqualTo(new Idle(ADDRESSES.loop(), ADDRESSES.epoch(), 2, 250, stamp(250)));
            } else {
                Batch batch = (Batch) received.get(i);
                long ordinal = i < 250 ? i + 1 : i;
                assertThat(batch)
                        .isEqualTo(new Batch(
                                ADDRESSES.loop(), ADDRESSES.epoch(), 2, null, i, List.of(insert(ordinal)), 10));
            }
        }
        Awaitility.await().until(() -> verticle.bytesInFlight() == 0);
    }

    @Test
    void nothing_is_lost_of_100_000_mutations_and_the_window_is_never_exceeded() {
        long limit = 5_000;
        long giant = 20_000;
        Random random = new Random(7);
        AtomicLong inFlight = new AtomicLong();
        AtomicLong most = new AtomicLong();
        ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
        // Answers late and in any order, so that the window stays full.
        loop(message -> {
            Batch batch = (Batch) message.body();
            long now = inFlight.addAndGet(batch.retainedBytes());
            most.accumulateAndGet(now, Math::max);
            if (now > limit && now != batch.retainedBytes()) {
                faults.add(now + " bytes in flight with batch " + batch.sequence());
            }
            Runnable answer = () -> {
                inFlight.addAndGet(-batch.retainedBytes());
                message.reply(null);
            };
            if (random.nextInt(20) == 0) {
                vertx.setTimer(1 + random.nextInt(2), fired -> answer.run());
            } else {
                vertx.getOrCreateContext().runOnContext(later -> answer.run());
            }
        });
        ScriptedFeed feed = new ScriptedFeed(sink -> {
            long ordinal = 0;
            while (ordinal < 100_000) {
                List<Mutation> some = new ArrayList<>();
                for (int n = 1 + (int) (ordinal % 97); n > 0 && ordinal < 100_000; n--) {
                    some.add(insert(++ordinal));
                }
                long bytes = ordinal > 50_000 && ordinal < 50_100 ? giant : some.size() * 20L;
                while (!sink.offer(some, bytes, 5)) {
                    Thread.onSpinWait();
                }
            }
        });
        DialectVerticle verticle = deploy(feed, limit, 30_000);
        done(feed.finished());
        Awaitility.await().until(() -> verticle.bytesInFlight() == 0);
        assertThat(faults).isEmpty();
        assertThat(most.get()).isEqualTo(giant);
        long expected = 0;
        long sequence = 0;
        for (Object message : received) {
            assertThat(((Batch) message).sequence()).isEqualTo(sequence++);
            for (Mutation mutation : ((Batch) message).mutations()) {
                assertThat(mutation.ordinal()).isEqualTo(++expected);
            }
        }
        assertThat(expected).isEqualTo(100_000);
    }

    @Test
    void a_refused_request_ends_it_and_nothing_is_sent_after() {
        loop(message -> {
            if (((Batch) message.body()).sequence() == 3) {
                message.fail(7, "no such lane");
            } else {
                message.reply(null);
            }
        });
        // A window for one batch: the next is taken when the one before has been answered.
        ScriptedFeed feed = new ScriptedFeed(sink -> {
            for (long i = 1; sink.offer(List.of(insert(i)), 1, 500); i++) {}
            sink.idle(stamp(9));
        });
        DialectVerticle verticle = deploy(feed, 1, 30_000);
        assertThatExceptionOfType(SourceException.class)
                .isThrownBy(() -> done(verticle.ended()))
                .withMessageContaining("batch 3")
                .withMessageContaining("no such lane")
                .matches(e -> e.kind() == SourceException.Kind.RETRYABLE);
        done(feed.finished());
        done(vertx.undeploy(verticle.deploymentID()));
        assertThat(received).hasSize(4);
        assertThat(feed.stopped).isTrue();
    }

    @Test
    void after_the_end_nothing_more_is_taken() {
        loop(message -> message.fail(7, "stale generation"));
        Promise<Void> over = Promise.promise();
        Promise<Boolean> taken = Promise.promise();
        DialectVerticle verticle = deploy(new ScriptedFeed(sink -> {
            sink.offer(List.of(insert(1)), 1, 1_000);
            over.future().await(30, TimeUnit.SECONDS);
            taken.complete(sink.offer(List.of(insert(2)), 1, 20));
        }));
        verticle.ended().onFailure(cause -> over.complete());
        assertThat(done(taken.future())).isFalse();
        assertThat(received).hasSize(1);
    }

    /** On the verticle's own context, so that the end is known to come between taking and sending. */
    @Test
    void what_was_taken_before_the_end_and_not_yet_sent_is_not_sent() {
        loop(message -> message.reply(null));
        DialectVerticle verticle = deploy(new ScriptedFeed(sink -> {}) {
            @Override
            public Future<Void> start(Stamp from, MutationSink sink) {
                sink.failed(SourceException.fatal("gone", ""));
                try {
                    assertThat(sink.offer(List.of(insert(1)), 1, 0)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                sink.idle(stamp(1));
                return super.start(from, sink);
            }
        });
        assertThatExceptionOfType(SourceException.class).isThrownBy(() -> done(verticle.ended()));
        done(vertx.undeploy(verticle.deploymentID()));
        assertThat(received).isEmpty();
    }

    @Test
    void a_request_without_an_answer_ends_it_and_is_not_sent_again() {
        loop(message -> {});
        ScriptedFeed feed = new ScriptedFeed(sink -> {
            sink.offer(List.of(insert(1)), 1, 20);
        });
        DialectVerticle verticle = deploy(feed, 1_000, 50);
        assertThatExceptionOfType(SourceException.class)
                .isThrownBy(() -> done(verticle.ended()))
                .withMessageContaining("batch 0");
        done(vertx.undeploy(verticle.deploymentID()));
        assertThat(received).hasSize(1);
    }

    @Test
    void a_feed_that_dies_ends_it_after_what_it_had_read() {
        loop(message -> message.reply(null));
        SourceException death = SourceException.fatal("slot shop is gone", "copy again");
        DialectVerticle verticle = deploy(new ScriptedFeed(sink -> {
            sink.offer(List.of(insert(1)), 1, 1_000);
            sink.offer(List.of(insert(2)), 1, 1_000);
            sink.failed(death);
        }));
        assertThatExceptionOfType(SourceException.class)
                .isThrownBy(() -> done(verticle.ended()))
                .isSameAs(death);
        Awaitility.await().until(() -> received.size() == 2);
    }

    @Test
    void idle_news_wait_for_the_answer_to_the_one_before() {
        List<Message<Object>> unanswered = new ArrayList<>();
        loop(unanswered::add);
        ConcurrentLinkedQueue<MutationSink> sinks = new ConcurrentLinkedQueue<>();
        deploy(new ScriptedFeed(sink -> {
            sinks.add(sink);
            for (int i = 1; i < 100; i++) {
                sink.idle(stamp(i));
            }
            sink.offer(List.of(insert(1)), 1, 1_000);
        }));
        Awaitility.await().until(() -> received.size() == 2);
        assertThat(received.get(0)).isInstanceOf(Idle.class);
        assertThat(received.get(1)).isInstanceOf(Batch.class);
        unanswered.forEach(message -> message.reply(null));
        Awaitility.await().until(() -> {
            sinks.peek().idle(stamp(200));
            return received.size() > 2;
        });
        assertThat(((Idle) received.get(2)).position()).isEqualTo(stamp(200));
    }

    @Test
    void acknowledgements_reach_the_feed_and_a_stop_is_an_orderly_end() {
        loop(message -> message.reply(null));
        ScriptedFeed feed = new ScriptedFeed(sink -> Thread.sleep(60_000));
        DialectVerticle verticle = deploy(feed);
        assertThat(feed.startedFrom).isEqualTo(FROM);
        for (int i = 1; i <= 3; i++) {
            vertx.eventBus().publish(ADDRESSES.acknowledge(), new Acknowledge(stamp(i)));
        }
        Awaitility.await().until(() -> feed.acknowledged().size() == 3);
        assertThat(feed.acknowledged()).containsExactly(stamp(1), stamp(2), stamp(3));
        assertThat(verticle.ended().isComplete()).isFalse();
        done(vertx.undeploy(verticle.deploymentID()));
        assertThat(feed.finished().isComplete()).isTrue();
        assertThat(verticle.ended().succeeded()).isTrue();
    }

    /** What the loop does with a message; it is noted first. */
    private void loop(Consumer<Message<Object>> answer) {
        vertx.eventBus().<Object>consumer(ADDRESSES.intake(), message -> {
            received.add(message.body());
            answer.accept(message);
        });
    }

    private DialectVerticle deploy(ChangeFeed feed) {
        return deploy(feed, 1_000_000, 30_000);
    }

    private DialectVerticle deploy(ChangeFeed feed, long windowBytes, long answerMillis) {
        DialectVerticle verticle = new DialectVerticle(feed, FROM, ADDRESSES, windowBytes, answerMillis);
        done(vertx.deployVerticle(verticle));
        return verticle;
    }

    private static Insert insert(long ordinal) {
        return new Insert(stamp(5), ordinal, TABLE, ROW);
    }

    private static LsnStamp stamp(long lsn) {
        return new LsnStamp(lsn, lsn + 1);
    }

    private static <T> T done(Future<T> future) {
        try {
            return future.await(30, TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new AssertionError("nothing happened in 30 s", e);
        }
    }
}
