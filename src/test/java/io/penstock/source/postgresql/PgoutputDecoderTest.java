package io.penstock.source.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.model.Column;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.source.RecordingSink;
import io.penstock.source.SourceException;
import io.penstock.stamp.LsnStamp;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages made by hand after the protocol's page. */
class PgoutputDecoderTest {
    private static final int ITEM = 7;
    private static final int OTHER = 8;
    private static final byte[] BEGIN =
            message('B').int64(0x100).int64(0).int32(5).bytes();
    private static final byte[] COMMIT =
            message('C').int8(0).int64(0x100).int64(0x130).int64(1).bytes();

    private final List<Mutation> out = new ArrayList<>();
    private final PgoutputDecoder decoder = new PgoutputDecoder(new RelationCache(new Shapes()), out::add);

    /** Selects {@code item}, keyed by its flagged columns. */
    private static final class Shapes implements RelationCache.Shapes {
        @Override
        public boolean isRenumbered(TableSchema described, int xid) {
            return false;
        }

        @Override
        public boolean selects(RelationMessage message) {
            return message.name().table().equals("item");
        }

        @Override
        public RelationCache.Described describe(RelationMessage message, int xid) {
            List<Column> columns = new ArrayList<>();
            List<Integer> key = new ArrayList<>();
            for (RelationMessage.Attribute a : message.attributes()) {
                if (a.key()) {
                    key.add(columns.size());
                }
                columns.add(new Column(a.name(), "text", 0));
            }
            TableSchema rows = new TableSchema(message.name(), message.oid(), columns, key, message.identity() == 'f');
            return new RelationCache.Described(rows, TableDefinition.ofShape(rows));
        }

        @Override
        public void typeNamed(int oid, String schema, String name) {}
    }

    private void decode(byte[]... messages) {
        for (byte[] message : messages) {
            decoder.decode(message, 0, message.length);
        }
    }

    private List<String> texts() {
        return out.stream()
                .map(m -> (m.ordinal() == Long.MAX_VALUE ? "" : m.ordinal() + " ") + RecordingSink.text(m))
                .toList();
    }

    @Test
    void countsEveryRowMessageOfATransactionAndNothingElse() {
        decode(
                BEGIN,
                message('O').int64(1).text("elsewhere").bytes(),
                relation(OTHER, "other", 'd', "id*"),
                message('I').int32(OTHER).int8('N').row("1").bytes(),
                message('U').int32(OTHER).int8('N').row("1").bytes(),
                message('D').int32(OTHER).int8('K').row("1").bytes(),
                message('T').int32(1).int8(0).int32(OTHER).bytes(),
                message('M')
                        .int8(1)
                        .int64(9)
                        .text("prefix")
                        .int32(2)
                        .int8(1)
                        .int8(2)
                        .bytes(),
                message('M').int8(0).int64(9).text("prefix").int32(0).bytes(),
                message('Y').int32(99).text("public").text("mood").bytes(),
                relation(ITEM, "item", 'd', "id*", "v"),
                message('I').int32(ITEM).int8('N').row("1", "a").bytes(),
                COMMIT);
        assertThat(texts()).containsExactly("6 described public.item[id, v]", "6 insert item(1,a)", "commit");
        assertThat(out.get(1).stamp()).isEqualTo(new LsnStamp(0x100, 0x100));
        assertThat(((LsnStamp) out.get(1).stamp()).xid()).isEqualTo(5);
        assertThat(((LsnStamp) out.get(2).stamp()).xid()).isEqualTo(5);
        assertThat(out.get(2)).isEqualTo(new Commit(new LsnStamp(0x100, 0x130), 946_684_800_000_001L));
    }

    @Test
    void aTransactionWithNothingForTheLoopLeavesNoTrace() {
        decode(
                BEGIN,
                relation(OTHER, "other", 'd', "id*"),
                message('I').int32(OTHER).int8('N').row("1").bytes(),
                COMMIT);
        assertThat(out).isEmpty();
        assertThat(decoder.isInTransaction()).isFalse();
    }

    @Test
    void valuesAreSlicesOfTheMessageItself() {
        byte[] insert = message('I').int32(ITEM).int8('N').row("é", null).bytes();
        byte[] framed = new byte[insert.length + 25];
        System.arraycopy(insert, 0, framed, 25, insert.length);
        decode(BEGIN, relation(ITEM, "item", 'd', "id*", "v"));
        decoder.decode(framed, 25, framed.length);
        Insert mutation = (Insert) out.get(1);
        assertThat(mutation.row().bytes()).isSameAs(framed);
        assertThat(RecordingSink.text(mutation)).isEqualTo("insert item(é,∅)");
    }

    @Test
    void anEqualDescriptionKeepsTheInstanceAndAChangedOneIsTold() {
        decode(
                BEGIN,
                relation(ITEM, "item", 'd', "id*", "v"),
                message('I').int32(ITEM).int8('N').row("1", "a").bytes(),
                relation(ITEM, "item", 'd', "id*", "v"),
                message('I').int32(ITEM).int8('N').row("2", "a").bytes(),
                relation(ITEM, "item", 'd', "id*", "v", "w"),
                message('I').int32(ITEM).int8('N').row("3", "a", "b").bytes());
        assertThat(texts())
                .containsExactly(
                        "1 described public.item[id, v]",
                        "1 insert item(1,a)",
                        "2 insert item(2,a)",
                        "3 described public.item[id, v, w]",
                        "3 insert item(3,a,b)");
        assertThat(((Insert) out.get(1)).table()).isSameAs(((Insert) out.get(2)).table());
    }

    @Test
    void updatesKeepAnOldRowOnlyWhereTheKeyMovesOrThereIsNone() {
        decode(
                BEGIN,
                relation(ITEM, "item", 'd', "id*", "v"),
                message('U').int32(ITEM).int8('N').row("1", "~").bytes(),
                message('U')
                        .int32(ITEM)
                        .int8('K')
                        .row("1", null)
                        .int8('N')
                        .row("1", "b")
                        .bytes(),
                message('U')
                        .int32(ITEM)
                        .int8('K')
                        .row("1", null)
                        .int8('N')
                        .row("~", "b")
                        .bytes(),
                message('U')
                        .int32(ITEM)
                        .int8('K')
                        .row("1", null)
                        .int8('N')
                        .row("2", "~")
                        .bytes(),
                message('U')
                        .int32(ITEM)
                        .int8('O')
                        .row("2", "b")
                        .int8('N')
                        .row("3", "~")
                        .bytes(),
                message('D').int32(ITEM).int8('K').row("3", null).bytes(),
                relation(ITEM, "item", 'f', "id", "v"),
                message('U')
                        .int32(ITEM)
                        .int8('O')
                        .row("1", "a")
                        .int8('N')
                        .row("1", "~")
                        .bytes());
        assertThat(texts().stream().filter(t -> !t.contains("described")))
                .containsExactly(
                        "1 update item(1,~)",
                        "2 update item(1,b)",
                        "3 update item(1,b)",
                        "4 update item(1,~) →(2,~)",
                        "5 update item(2,b) →(3,b)",
                        "6 delete item(3,~)",
                        "7 update item(1,a) →(1,a)");
        assertThat(((Update) out.get(4)).movesKey()).isTrue();
    }

    @Test
    void anUpdateThatDoesNotSayWhichRowIsRefused() {
        decode(BEGIN, relation(ITEM, "item", 'd', "id*", "v"));
        refused(
                "lacks the key column id",
                message('U').int32(ITEM).int8('N').row("~", "b").bytes());
        decode(relation(ITEM, "item", 'n', "id", "v"));
        refused("has no key", message('U').int32(ITEM).int8('N').row("1", "b").bytes());
    }

    @Test
    void whatIsNotOnTheListStopsWithByteAndPosition() {
        decode(BEGIN, relation(ITEM, "item", 'd', "id*", "v"));
        for (char kind : "SEcAbPKrpX".toCharArray()) {
            refused(
                    "'" + kind + "' (byte 0x" + Integer.toHexString(kind) + ") at 0/100",
                    message(kind).bytes());
        }
        refused(
                "column id of public.item comes as kind 0x62",
                message('I')
                        .int32(ITEM)
                        .int8('N')
                        .int16(2)
                        .int8('b')
                        .int32(0)
                        .int8('n')
                        .bytes());
        refused(
                "has 1 columns where 2 were described",
                message('I').int32(ITEM).int8('N').row("1").bytes());
        refused(
                "relation 12 that it never described",
                message('I').int32(12).int8('N').row("1").bytes());
        refused("comes inside another transaction", BEGIN);
        refused(
                "does not end the transaction",
                message('C').int8(0).int64(0x99).int64(0x130).int64(1).bytes());
    }

    @Test
    void aMessageOfAnotherLengthIsRefused() {
        decode(BEGIN, relation(ITEM, "item", 'd', "id*", "v"));
        byte[] whole = message('I').int32(ITEM).int8('N').row("12", "b").bytes();
        for (int length = 1; length < whole.length; length++) {
            refused("is cut short", Arrays.copyOf(whole, length));
        }
        refused("longer than its content", Arrays.copyOf(whole, whole.length + 1));
        refused(
                "is cut short",
                message('I')
                        .int32(ITEM)
                        .int8('N')
                        .int16(2)
                        .int8('t')
                        .int32(-1)
                        .int8('n')
                        .bytes());
        refused("is missing before a change", COMMIT, whole);
    }

    private void refused(String why, byte[]... messages) {
        assertThatThrownBy(() -> decode(messages))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(why)
                .extracting(e -> ((SourceException) e).kind())
                .isEqualTo(SourceException.Kind.FINAL);
    }

    /** @param columns names; a star behind one flags it as key */
    private static byte[] relation(int oid, String name, char identity, String... columns) {
        Message message =
                message('R').int32(oid).text("public").text(name).int8(identity).int16(columns.length);
        for (String column : columns) {
            message.int8(column.endsWith("*") ? 1 : 0)
                    .text(column.replace("*", ""))
                    .int32(25)
                    .int32(-1);
        }
        return message.bytes();
    }

    private static Message message(char kind) {
        return new Message().int8(kind);
    }

    private static final class Message {
        private final ByteBuffer buffer = ByteBuffer.allocate(1024);

        Message int8(int value) {
            buffer.put((byte) value);
            return this;
        }

        Message int16(int value) {
            buffer.putShort((short) value);
            return this;
        }

        Message int32(int value) {
            buffer.putInt(value);
            return this;
        }

        Message int64(long value) {
            buffer.putLong(value);
            return this;
        }

        Message text(String value) {
            buffer.put(value.getBytes(StandardCharsets.UTF_8)).put((byte) 0);
            return this;
        }

        /** Null is NULL, a tilde a value that was not sent. */
        Message row(String... values) {
            int16(values.length);
            for (String value : values) {
                if (value == null || value.equals("~")) {
                    int8(value == null ? 'n' : 'u');
                } else {
                    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
                    int8('t').int32(bytes.length);
                    buffer.put(bytes);
                }
            }
            return this;
        }

        byte[] bytes() {
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }
}
