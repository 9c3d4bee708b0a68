package io.penstock.source.postgresql;

import io.penstock.source.MutationSink;
import io.penstock.stamp.LsnStamp;
import java.util.concurrent.TimeUnit;

/** Tells the sink how far the log has been read without changes for it, about once a second. */
final class IdleNews {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final MutationSink sink;
    private long position;
    private long toldAtNanos = System.nanoTime() - INTERVAL_NANOS;

    IdleNews(MutationSink sink, long start) {
        this.sink = sink;
        this.position = start;
    }

    boolean isDue() {
        return System.nanoTime() - toldAtNanos >= INTERVAL_NANOS;
    }

    /**
     * To be called only while no transaction is open and all mutations have been handed on.
     *
     * @param read all transactions whose commit begins before this have been handed on
     */
    void tell(long read) {
        if (Long.compareUnsigned(read, position) > 0) {
            position = read;
        }
        toldAtNanos = System.nanoTime();
        sink.idle(LsnStamp.before(position));
    }
}
