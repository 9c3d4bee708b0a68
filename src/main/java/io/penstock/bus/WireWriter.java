package io.penstock.bus;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** Appends primitive values to an array that grows. Numbers take seven bits a byte, lowest first. */
final class WireWriter {
    private byte[] bytes = new byte[512];
    private int size;

    int size() {
        return size;
    }

    void appendTo(Buffer buffer) {
        buffer.appendBytes(bytes, 0, size);
    }

    void octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    void bool(boolean value) {
        octet(value ? 1 : 0);
    }

    /** Any number; short for small ones that are not negative. */
    void number(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Any number; short for those near zero on both sides. */
    void signed(long value) {
        number(value << 1 ^ value >> 63);
    }

    /** A text or null. */
    void text(String value) {
        if (value == null) {
            number(0);
            return;
        }
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        number(utf8.length + 1L);
        raw(utf8, 0, utf8.length);
    }

    void raw(byte[] from, int offset, int length) {
        room(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    <T> void list(List<T> values, BiConsumer<WireWriter, T> write) {
        number(values.size());
        for (T value : values) {
            write.accept(this, value);
        }
    }

    private void room(int more) {
        if (more > bytes.length - size) {
            long wanted = Math.max((long) size + more, 2L * bytes.length);
            if ((long) size + more > Integer.MAX_VALUE - 16) {
                throw new IllegalStateException("a message of more than 2 GiB can't be sent");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
        }
    }
}
