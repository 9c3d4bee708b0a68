package io.penstock.source.mysql;

import io.penstock.source.SourceException;
import java.nio.charset.CharacterCodingException;

/**
 * One value of a row event to its text in the house's form. (MySQL source, {@code binlog_event.h} and
 * {@code log_event.cc}, on the layout of values; decision 0008.)
 */
final class ValueDecoder {
    private static final int BASE_YEAR = 1900;

    private final JsonText json;
    private final StoredTypes stored = new StoredTypes();

    /** @param json for MySQL's binary JSON */
    ValueDecoder(JsonText json) {
        this.json = json;
    }

    /** Reads a value that is not NULL; {@code out} has its column open. */
    void decode(EventColumn column, EventBytes in, RowText out) {
        switch (column.code()) {
            case ColumnType.TINY -> out.number(column.unsigned() ? in.uint8() : (byte) in.uint8());
            case ColumnType.SHORT -> out.number(column.unsigned() ? in.uint16() : (short) in.uint16());
            case ColumnType.INT24 -> {
                int value = in.uint24();
                out.number(column.unsigned() ? value : value << 8 >> 8);
            }
            case ColumnType.LONG -> out.number(column.unsigned() ? in.uint32() : in.int32());
            case ColumnType.LONGLONG -> {
                long value = in.int64();
                if (column.unsigned() && value < 0) {
                    out.ascii(Long.toUnsignedString(value));
                } else {
                    out.number(value);
                }
            }
            case ColumnType.FLOAT -> out.ascii(NumberText.of(Float.intBitsToFloat(in.int32())));
            case ColumnType.DOUBLE -> out.ascii(NumberText.of(Double.longBitsToDouble(in.int64())));
            case ColumnType.NEWDECIMAL -> DecimalText.decode(column.meta() & 0xFF, column.meta() >> 8, in, out);
            case ColumnType.YEAR -> {
                int year = in.uint8();
                out.padded(year == 0 ? 0 : BASE_YEAR + year, 4);
            }
            case ColumnType.DATE, ColumnType.NEWDATE -> TemporalText.date(in, out);
            case ColumnType.TIME2 -> TemporalText.time(column.meta(), in, out);
            case ColumnType.DATETIME2 -> TemporalText.datetime(column.meta(), in, out);
            case ColumnType.TIMESTAMP2 -> TemporalText.timestamp(column.meta(), in, out);
            case ColumnType.BIT -> bit(column, in, out);
            case ColumnType.ENUM -> label(column, (int) in.uint(column.meta()), out);
            case ColumnType.SET -> labels(column, in.uint(column.meta()), out);
            case ColumnType.STRING, ColumnType.VARCHAR, ColumnType.VAR_STRING -> {
                int length = column.meta() > 255 ? in.uint16() : in.uint8();
                bytes(column, in, length, out);
            }
            case ColumnType.BLOB, ColumnType.GEOMETRY -> bytes(column, in, (int) in.uint(column.meta()), out);
            case ColumnType.JSON -> {
                int length = (int) in.uint(column.meta());
                int from = in.skip(length);
                json.write(in.bytes(), from, length, out);
            }
            default -> throw new IllegalStateException("type " + column.code() + " was let in");
        }
    }

    private void bytes(EventColumn column, EventBytes in, int length, RowText out) {
        int from = in.skip(length);
        if (stored.write(column, in.bytes(), from, length, out)) {
            return;
        }
        if (!column.isText()) {
            out.ascii("\\x").hex(in.bytes(), from, length);
            if (column.code() == ColumnType.STRING) {
                // BINARY(n) loses its trailing zero bytes on the way into the log.
                for (int i = length; i < column.meta(); i++) {
                    out.ascii("00");
                }
            }
            return;
        }
        try {
            column.charset().decode(in.bytes(), from, length, out);
        } catch (CharacterCodingException e) {
            throw SourceException.fatal(
                    "a value of " + column.name() + " is no text of the column's character set: "
                            + Charsets.sample(in.bytes(), from, length),
                    "correct the value at the source, or make the column binary, and copy the table again");
        }
    }

    private static void bit(EventColumn column, EventBytes in, RowText out) {
        int bits = (column.meta() >> 8) * 8 + (column.meta() & 0xFF);
        long value = in.bigEndian((bits + 7) / 8);
        for (int i = bits - 1; i >= 0; i--) {
            out.octet((value >>> i & 1) == 0 ? '0' : '1');
        }
    }

    /** Number 0 is what MySQL keeps in place of a label that it did not know. */
    private static void label(EventColumn column, int number, RowText out) {
        if (number > column.labels().size()) {
            throw unlabelled(column, number);
        }
        if (number > 0) {
            utf8(column.labels().get(number - 1), out);
        }
    }

    private static void labels(EventColumn column, long set, RowText out) {
        for (int i = 0; i < Long.SIZE; i++) {
            if ((set >>> i & 1) != 0) {
                if (i >= column.labels().size()) {
                    throw unlabelled(column, i + 1);
                }
                if (out.length() > 0) {
                    out.octet(',');
                }
                utf8(column.labels().get(i), out);
            }
        }
    }

    private static void utf8(String text, RowText out) {
        byte[] utf8 = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        out.raw(utf8, 0, utf8.length);
    }

    private static SourceException unlabelled(EventColumn column, int number) {
        return SourceException.fatal(
                "a value of " + column.name() + " is label " + number + ", and the log names only "
                        + column.labels().size(),
                "SET GLOBAL binlog_row_metadata = 'FULL' on the source and copy the table again");
    }
}
