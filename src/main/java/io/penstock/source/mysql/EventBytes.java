package io.penstock.source.mysql;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A cursor over the bytes of one event. Numbers are little-endian unless said otherwise. Reading behind the end throws
 * {@link IndexOutOfBoundsException}. (MySQL internals, "Binary log event".)
 */
final class EventBytes {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int at;
    private int end;

    EventBytes(byte[] bytes, int from, int end) {
        wrap(bytes, from, end);
    }

    /** Goes elsewhere; {@code other} is not copied. */
    void wrap(byte[] other, int from, int to) {
        bytes = other;
        at = from;
        end = to;
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return at;
    }

    int remaining() {
        return end - at;
    }

    boolean atEnd() {
        return at >= end;
    }

    /** @return where the skipped bytes begin */
    int skip(int count) {
        if (count < 0 || count > end - at) {
            throw new IndexOutOfBoundsException(count + " bytes at " + at + " of " + end);
        }
        int from = at;
        at += count;
        return from;
    }

    int uint8() {
        return bytes[skip(1)] & 0xFF;
    }

    int uint16() {
        return (short) SHORT.get(bytes, skip(2)) & 0xFFFF;
    }

    int uint24() {
        return uint16() | uint8() << 16;
    }

    int int32() {
        return (int) INT.get(bytes, skip(4));
    }

    long uint32() {
        return int32() & 0xFFFF_FFFFL;
    }

    long uint48() {
        return uint32() | (long) uint16() << 32;
    }

    long int64() {
        return (long) LONG.get(bytes, skip(8));
    }

    /** Little-endian, of {@code width} bytes, at most 8. */
    long uint(int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (long) uint8() << (8 * i);
        }
        return value;
    }

    /** Big-endian, of {@code width} bytes, at most 8. */
    long bigEndian(int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = value << 8 | uint8();
        }
        return value;
    }

    /** A number of 1, 3, 4 or 9 bytes that says itself how long it is. */
    int packed() {
        int first = uint8();
        if (first < 0xFB) {
            return first;
        }
        long value =
                switch (first) {
                    case 0xFC -> uint16();
                    case 0xFD -> uint24();
                    case 0xFE -> int64();
                    default ->
                        throw new IndexOutOfBoundsException("no length begins with 0x" + Integer.toHexString(first));
                };
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new IndexOutOfBoundsException("a length of " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    byte[] copy(int length) {
        int from = skip(length);
        return java.util.Arrays.copyOfRange(bytes, from, from + length);
    }

    /** A name, in UTF-8. */
    String utf8(int length) {
        return new String(bytes, skip(length), length, StandardCharsets.UTF_8);
    }

    /** A name with its length in one byte before and a zero behind. */
    String name() {
        String name = utf8(uint8());
        skip(1);
        return name;
    }
}
