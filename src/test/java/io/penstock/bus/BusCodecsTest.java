package io.penstock.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Batch;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.stamp.LsnStamp;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BusCodecsTest {
    private static final LsnStamp STAMP = new LsnStamp(0xB374_D848L, 0xB374_D880L);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().await(10, TimeUnit.SECONDS);
    }

    @Test
    void registering_twice_is_once_and_the_bus_carries_the_very_objects() throws Exception {
        BusCodecs.register(vertx.eventBus());
        BusCodecs.register(vertx.eventBus());
        vertx.eventBus().consumer("there", message -> message.reply(message.body()));
        Batch batch = new RandomBatches(1).batch();
        for (Object sent : new Object[] {
            batch, new Acknowledge(STAMP), new Durable(Lane.SERIAL, 1, LanePosition.whole(STAMP)), idle()
        }) {
            Object back = vertx.eventBus()
                    .request("there", sent)
                    .await(5, TimeUnit.SECONDS)
                    .body();
            assertThat(back).isSameAs(sent);
        }
    }

    @Test
    void news_come_back_equal_from_the_wire() {
        assertThat(roundTrip(new AcknowledgeCodec(), new Acknowledge(STAMP))).isEqualTo(new Acknowledge(STAMP));
        assertThat(roundTrip(new IdleCodec(), idle())).isEqualTo(idle());
        for (Lane lane : new Lane[] {Lane.SERIAL, Lane.BARRIER, Lane.shard(0), Lane.shard(511)}) {
            Durable whole = new Durable(lane, 4, LanePosition.whole(STAMP));
            assertThat(roundTrip(new DurableCodec(), whole)).isEqualTo(whole);
            Durable part = new Durable(lane, 4, new LanePosition(STAMP, 17));
            assertThat(roundTrip(new DurableCodec(), part)).isEqualTo(part);
        }
    }

    private static Idle idle() {
        return new Idle(new LoopName("shop"), new Epoch(5), 6, 7, STAMP);
    }

    private static <T> T roundTrip(FramedCodec<T> codec, T message) {
        Buffer wire = Buffer.buffer();
        codec.encodeToWire(wire, message);
        return codec.decodeFromWire(0, wire);
    }
}
