package io.penstock.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/**
 * The frame of every message: a byte that is the version, four bytes that are the length of what follows, and the
 * body. On one node the very object is handed over, so all messages are immutable.
 */
abstract class FramedCodec<T> implements MessageCodec<T, T> {
    private static final int HEADER_BYTES = 5;

    private final Class<T> type;
    private final int version;

    FramedCodec(Class<T> type, int version) {
        this.type = type;
        this.version = version;
    }

    abstract void write(WireWriter out, T message);

    abstract T read(WireReader in);

    final Class<T> type() {
        return type;
    }

    @Override
    public final void encodeToWire(Buffer buffer, T message) {
        WireWriter out = new WireWriter();
        write(out, message);
        buffer.appendByte((byte) version).appendInt(out.size());
        out.appendTo(buffer);
    }

    @Override
    public final T decodeFromWire(int position, Buffer buffer) {
        if (buffer.length() - position < HEADER_BYTES) {
            throw new UnreadableMessageException(name() + ": cut off before the body");
        }
        int found = buffer.getByte(position);
        if (found != version) {
            throw new UnreadableMessageException(name() + ": version " + found + " found, version " + version
                    + " understood; bring all nodes to the same version of Penstock");
        }
        int length = buffer.getInt(position + 1);
        int start = position + HEADER_BYTES;
        if (length < 0 || length > buffer.length() - start) {
            throw new UnreadableMessageException(name() + ": cut off, " + (buffer.length() - start) + " bytes of "
                    + Integer.toUnsignedString(length));
        }
        return readBody(buffer.getBytes(start, start + length));
    }

    private T readBody(byte[] body) {
        try {
            WireReader in = new WireReader(body);
            T message = read(in);
            if (in.remaining() > 0) {
                throw new UnreadableMessageException(name() + ": " + in.remaining() + " bytes too many");
            }
            return message;
        } catch (UnreadableMessageException e) {
            throw e;
        } catch (RuntimeException e) {
            // The values validate themselves; what they refuse here was bent on its way.
            throw new UnreadableMessageException(name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public final T transform(T message) {
        return message;
    }

    @Override
    public final String name() {
        return "penstock." + type.getSimpleName();
    }

    @Override
    public final byte systemCodecID() {
        return -1;
    }
}
