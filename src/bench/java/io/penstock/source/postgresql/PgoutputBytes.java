package io.penstock.source.postgresql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes a message of pgoutput as the server does. (PostgreSQL documentation, "Logical Replication Message Formats".) */
final class PgoutputBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    PgoutputBytes(char kind) {
        out.write(kind);
    }

    PgoutputBytes int8(int value) {
        out.write(value);
        return this;
    }

    PgoutputBytes int16(int value) {
        return put(ByteBuffer.allocate(Short.BYTES).putShort((short) value));
    }

    PgoutputBytes int32(int value) {
        return put(ByteBuffer.allocate(Integer.BYTES).putInt(value));
    }

    PgoutputBytes int64(long value) {
        return put(ByteBuffer.allocate(Long.BYTES).putLong(value));
    }

    PgoutputBytes text(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        out.write(0);
        return this;
    }

    /** @param values null for NULL */
    PgoutputBytes tuple(String... values) {
        int16(values.length);
        for (String value : values) {
            if (value == null) {
                out.write('n');
                continue;
            }
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            int8('t').int32(bytes.length);
            out.writeBytes(bytes);
        }
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private PgoutputBytes put(ByteBuffer buffer) {
        out.writeBytes(buffer.array());
        return this;
    }
}
