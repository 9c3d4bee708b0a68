package io.penstock.source.mysql;

import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeader;
import com.github.shyiko.mysql.binlog.event.EventType;

/**
 * One event as the server sent it. It is header and content to the connector, and of no type that it would look into.
 *
 * @param bytes header and body
 * @param end where they end and a checksum may begin
 */
record RawEvent(byte[] bytes, int end) implements EventHeader, EventData {
    private static final long serialVersionUID = 1L;

    static final int HEADER_BYTES = 19;

    private static final int KIND_AT = 4;
    private static final int SERVER_AT = 5;
    private static final int NEXT_AT = 13;
    private static final int FLAGS_AT = 17;

    int code() {
        return bytes[KIND_AT] & 0xFF;
    }

    /** Where the next event begins in the log's file; 0 for events that are in no file. */
    long nextPosition() {
        return at(NEXT_AT).uint32();
    }

    int flags() {
        return at(FLAGS_AT).uint16();
    }

    EventBytes body() {
        return at(HEADER_BYTES);
    }

    private EventBytes at(int offset) {
        return new EventBytes(bytes, offset, end);
    }

    /** Seconds since 1970 in the server's clock, as milliseconds. */
    @Override
    public long getTimestamp() {
        return at(0).uint32() * 1000;
    }

    @Override
    public long getServerId() {
        return at(SERVER_AT).uint32();
    }

    @Override
    public EventType getEventType() {
        return EventType.UNKNOWN;
    }

    @Override
    public long getHeaderLength() {
        return HEADER_BYTES;
    }

    @Override
    public long getDataLength() {
        return end - HEADER_BYTES;
    }
}
