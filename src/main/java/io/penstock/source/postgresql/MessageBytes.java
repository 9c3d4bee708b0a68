package io.penstock.source.postgresql;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A cursor over one message of the server. Numbers are big-endian, texts end with a zero byte. Reading behind the end
 * throws {@link IndexOutOfBoundsException}. (PostgreSQL documentation, "Message Data Types".)
 */
final class MessageBytes {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes;
    private int at;
    private int end;

    /** Goes to another message; {@code bytes} is not copied. */
    void wrap(byte[] bytes, int offset, int end) {
        this.bytes = bytes;
        this.at = offset;
        this.end = end;
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return at;
    }

    boolean atEnd() {
        return at == end;
    }

    byte int8() {
        return bytes[advance(1)];
    }

    int int16() {
        return (short) SHORT.get(bytes, advance(2)) & 0xFFFF;
    }

    int int32() {
        return (int) INT.get(bytes, advance(4));
    }

    long int64() {
        return (long) LONG.get(bytes, advance(8));
    }

    void skip(int length) {
        advance(length);
    }

    void skipToEnd() {
        at = end;
    }

    String text() {
        int from = at;
        while (bytes[advance(1)] != 0) {
            // to the zero byte
        }
        return new String(bytes, from, at - 1 - from, StandardCharsets.UTF_8);
    }

    private int advance(int length) {
        int from = at;
        // A length from the wire may be negative or overflow; both must not pass.
        if (length < 0 || length > end - from) {
            throw new IndexOutOfBoundsException("message ends " + (end - from) + " bytes before " + length + " more");
        }
        at = from + length;
        return from;
    }
}
