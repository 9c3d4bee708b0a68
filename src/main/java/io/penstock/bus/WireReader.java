package io.penstock.bus;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads what {@link WireWriter} wrote. Nothing is allocated for a length that the bytes can't hold. */
final class WireReader {
    private final byte[] bytes;
    private int at;

    WireReader(byte[] bytes) {
        this.bytes = bytes;
    }

    int remaining() {
        return bytes.length - at;
    }

    int octet() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    boolean bool() {
        int value = octet();
        if (value > 1) {
            throw new UnreadableMessageException("neither true nor false: " + value);
        }
        return value == 1;
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new UnreadableMessageException("a number of more than ten bytes");
    }

    long signed() {
        long value = number();
        return value >>> 1 ^ -(value & 1);
    }

    /** A number that fits an int and is not negative. */
    int small() {
        long value = number();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new UnreadableMessageException("a count of " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    /** The count of things that take at least one byte each. */
    int count() {
        int count = small();
        need(count);
        return count;
    }

    /** A text or null. */
    String text() {
        int length = small() - 1;
        if (length < 0) {
            return null;
        }
        need(length);
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    void raw(byte[] to, int offset, int length) {
        need(length);
        System.arraycopy(bytes, at, to, offset, length);
        at += length;
    }

    <T> List<T> list(Function<WireReader, T> read) {
        int count = count();
        List<T> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(read.apply(this));
        }
        return values;
    }

    void need(int length) {
        if (length > remaining()) {
            throw new UnreadableMessageException("cut off, " + remaining() + " bytes of " + length);
        }
    }
}
