package io.penstock.source.mysql;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;

/** Hands events through as they are: what they mean is this house's own business, and nothing may be lost on the way. */
final class RawEvents extends EventDeserializer {
    private static final int LENGTH_AT = 9;
    private static final int CHECKSUM_BYTES = 4;
    private static final int CRC32 = 1;

    private int checksumBytes;
    private ByteArrayInputStream stream;

    /** True when further bytes have arrived. */
    boolean isMoreThere() throws IOException {
        return stream.available() > 0;
    }

    @Override
    public void setChecksumType(ChecksumType type) {
        super.setChecksumType(type);
        checksumBytes = type == ChecksumType.CRC32 ? CHECKSUM_BYTES : 0;
    }

    @Override
    public Event nextEvent(ByteArrayInputStream in) throws IOException {
        if (in.peek() == -1) {
            return null;
        }
        stream = in;
        byte[] header = in.read(RawEvent.HEADER_BYTES);
        long length = new EventBytes(header, LENGTH_AT, RawEvent.HEADER_BYTES).uint32();
        if (length < RawEvent.HEADER_BYTES || length > Integer.MAX_VALUE - 16) {
            throw new IOException("an event of " + length + " bytes");
        }
        byte[] bytes = java.util.Arrays.copyOf(header, (int) length);
        in.fill(bytes, RawEvent.HEADER_BYTES, (int) length - RawEvent.HEADER_BYTES);
        RawEvent event = new RawEvent(bytes, (int) length);
        if (event.code() == EventKind.FORMAT_DESCRIPTION.code()) {
            // Its own checksum is always there; the byte before says what the events behind it have.
            checksumBytes = bytes[(int) length - CHECKSUM_BYTES - 1] == CRC32 ? CHECKSUM_BYTES : 0;
            event = new RawEvent(bytes, (int) length - CHECKSUM_BYTES);
        } else {
            event = new RawEvent(bytes, (int) length - checksumBytes);
        }
        return new Event(event, event);
    }
}
