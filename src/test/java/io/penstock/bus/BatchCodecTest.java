package io.penstock.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.Batch;
import io.penstock.model.Column;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class BatchCodecTest {
    private static final TableSchema TABLE = new TableSchema(
            new TableName("public", "orders"),
            16_400,
            List.of(new Column("id", "bigint", 1), new Column("note", "text", 2), new Column("big", "text", 4)),
            List.of(0),
            false);
    private static final LsnStamp STAMP = new LsnStamp(1_000, 1_048);

    private final BatchCodec codec = new BatchCodec();

    @RepeatedTest(300)
    void any_batch_comes_back_equal(RepetitionInfo repetition) {
        Batch batch = new RandomBatches(repetition.getCurrentRepetition()).batch();
        assertThat(roundTrip(batch)).isEqualTo(batch);
    }

    @Test
    void the_transactions_number_travels_although_it_is_no_part_of_equality() {
        LsnStamp stamp = new LsnStamp(1_000, 1_048, 0xFFFF_FFF0);
        Insert insert = new Insert(stamp, 1, TABLE, Tuple.of("1", null, null));
        Batch sent = new Batch(new LoopName("shop"), new Epoch(3), 1, Lane.SERIAL, 9, List.of(insert), 77);
        LsnStamp back = (LsnStamp) roundTrip(sent).mutations().get(0).stamp();
        assertThat(back.xid()).isEqualTo(0xFFFF_FFF0);
        assertThat(back).isEqualTo(new LsnStamp(1_000, 1_048)).hasToString(STAMP.toString());
    }

    @Test
    void null_absent_and_empty_values_stay_apart() {
        Tuple row = new Tuple(new byte[0], new int[] {0, Tuple.NULL, 0, Tuple.ABSENT, 0, 0});
        Tuple back = ((Insert) roundTrip(batch(row)).mutations().get(0)).row();
        assertThat(back.isNull(0)).isTrue();
        assertThat(back.isAbsent(1)).isTrue();
        assertThat(back.text(2)).isEmpty();
    }

    @Test
    void a_value_of_20_megabytes_passes() {
        byte[] bytes = new byte[20 << 20];
        new Random(1).nextBytes(bytes);
        Batch batch = batch(new Tuple(bytes, new int[] {0, 1, 1, Tuple.NULL, 1, bytes.length - 1}));
        assertThat(roundTrip(batch)).isEqualTo(batch);
    }

    @Test
    void a_value_takes_no_more_of_its_array_than_it_is() {
        Batch batch = batch(new Tuple(new byte[100_000], new int[] {0, 1, 7, 3, 0, Tuple.NULL}));
        Insert back = (Insert) roundTrip(batch).mutations().get(0);
        assertThat(back.row().bytes()).hasSize(4);
    }

    @Test
    void mutations_of_one_shape_share_it_and_it_is_written_once() {
        Batch one = batch(Tuple.of("1", "a", "b"));
        List<Mutation> many = new ArrayList<>();
        for (int i = 1; i <= 1_000; i++) {
            many.add(new Insert(STAMP, i, TABLE, Tuple.of("1", "a", "b")));
        }
        Batch thousand = new Batch(one.loop(), one.epoch(), 0, null, 0, many, 1);
        List<Mutation> back = roundTrip(thousand).mutations();
        assertThat(((Insert) back.get(999)).table()).isSameAs(((Insert) back.get(0)).table());
        // Kind, stamp, ordinal (two), table, count, three lengths and values.
        assertThat(encode(thousand).length() - encode(one).length()).isLessThan(1_000 * 13);
    }

    @Test
    void on_one_node_the_very_object_is_handed_over() {
        Batch batch = batch(Tuple.of("1", "a", "b"));
        assertThat(codec.transform(batch)).isSameAs(batch);
    }

    @Test
    void another_version_is_named() {
        Buffer wire = encode(batch(Tuple.of("1", "a", "b")));
        wire.setByte(0, (byte) 9);
        assertThatExceptionOfType(UnreadableMessageException.class)
                .isThrownBy(() -> codec.decodeFromWire(0, wire))
                .withMessageContaining("penstock.Batch: version 9 found, version 2 understood");
    }

    @Test
    void bytes_that_are_cut_off_anywhere_are_refused() {
        Buffer wire = encode(new RandomBatches(5).batch());
        for (int length = 0; length < wire.length(); length++) {
            Buffer cut = wire.getBuffer(0, length);
            assertThatExceptionOfType(UnreadableMessageException.class).isThrownBy(() -> codec.decodeFromWire(0, cut));
        }
    }

    /** The frame says less than the body needs, or more. */
    @Test
    void a_body_of_the_wrong_length_is_refused() {
        Buffer wire = encode(new RandomBatches(6).batch());
        int body = wire.length() - 5;
        for (int length = 0; length < body; length++) {
            Buffer shorter = wire.copy().setInt(1, length);
            assertThatExceptionOfType(UnreadableMessageException.class)
                    .isThrownBy(() -> codec.decodeFromWire(0, shorter));
        }
        Buffer longer = wire.copy().setInt(1, body + 1).appendByte((byte) 0);
        assertThatExceptionOfType(UnreadableMessageException.class)
                .isThrownBy(() -> codec.decodeFromWire(0, longer))
                .withMessageContaining("1 bytes too many");
    }

    /** Whatever comes in: an exception of ours or a batch, and never an allocation that the bytes don't justify. */
    @RepeatedTest(50)
    void bent_bytes_fail_cleanly(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Buffer wire = encode(new RandomBatches(repetition.getCurrentRepetition()).batch());
        for (int i = 0; i < 200; i++) {
            Buffer bent = wire.copy();
            bent.setByte(5 + random.nextInt(wire.length() - 5), (byte) random.nextInt(256));
            try {
                assertThat(codec.decodeFromWire(0, bent)).isNotNull();
            } catch (UnreadableMessageException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
    }

    private static Batch batch(Tuple row) {
        return new Batch(
                new LoopName("shop"), new Epoch(3), 1, Lane.SERIAL, 9, List.of(new Insert(STAMP, 1, TABLE, row)), 77);
    }

    private Buffer encode(Batch batch) {
        Buffer wire = Buffer.buffer();
        codec.encodeToWire(wire, batch);
        return wire;
    }

    /** With other bytes before and behind, as in the bus's own frame. */
    private Batch roundTrip(Batch batch) {
        Buffer wire = Buffer.buffer("head");
        codec.encodeToWire(wire, batch);
        wire.appendString("tail");
        return codec.decodeFromWire(4, wire);
    }
}
