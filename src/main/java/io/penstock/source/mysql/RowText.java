package io.penstock.source.mysql;

import io.penstock.model.Tuple;
import java.util.Arrays;

/** The texts of one row while they are written, one column after the other. Used again for the next row. */
final class RowText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 16;

    private byte[] bytes = new byte[1024];
    private int[] bounds = new int[0];
    private int size;
    private int column;
    private int begun;

    /** Goes to another row, in which all values are absent. */
    void begin(int columns) {
        size = 0;
        bounds = new int[2 * columns];
        for (int i = 1; i < bounds.length; i += 2) {
            bounds[i] = Tuple.ABSENT;
        }
    }

    /** What is written from now on is this column's. */
    void open(int index) {
        column = index;
        begun = size;
    }

    /** The column that was opened has all its text. */
    void close() {
        bounds[2 * column] = begun;
        bounds[2 * column + 1] = size - begun;
    }

    /** This column is NULL. */
    void nothing(int index) {
        bounds[2 * index] = size;
        bounds[2 * index + 1] = Tuple.NULL;
    }

    Tuple tuple() {
        return new Tuple(Arrays.copyOf(bytes, size), bounds);
    }

    /** How much the open column has so far, in bytes. */
    int length() {
        return size - begun;
    }

    RowText octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    RowText ascii(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
        return this;
    }

    RowText raw(byte[] from, int offset, int length) {
        room(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
        return this;
    }

    RowText number(long value) {
        if (value < 0) {
            return ascii(Long.toString(value));
        }
        room(20);
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        return padded(value, digits);
    }

    /** Digits with zeros before them, {@code width} in all. */
    RowText padded(long value, int width) {
        room(width);
        long rest = value;
        for (int i = size + width - 1; i >= size; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += width;
        return this;
    }

    /** As PostgreSQL prints bytea, without the {@code \x} before it. */
    RowText hex(byte[] from, int offset, int length) {
        room(2L * length);
        for (int i = offset; i < offset + length; i++) {
            bytes[size++] = HEX[from[i] >> 4 & 0xF];
            bytes[size++] = HEX[from[i] & 0xF];
        }
        return this;
    }

    private void room(long more) {
        if (more > bytes.length - size) {
            if (size + more > LONGEST_ARRAY) {
                throw new IllegalStateException("a row of more than 2 GiB");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(LONGEST_ARRAY, Math.max(size + more, 2L * bytes.length)));
        }
    }
}
