package io.penstock.source.postgresql;

import io.penstock.stamp.LsnStamp;

/** What other threads tell the reading one. */
final class FeedControl {
    private volatile boolean stopping;
    private volatile long acknowledged;

    void stop() {
        stopping = true;
    }

    boolean isStopping() {
        return stopping;
    }

    /** Calls may come in any order from one thread at a time; only a later position counts. */
    void acknowledge(LsnStamp durable) {
        if (Long.compareUnsigned(durable.end(), acknowledged) > 0) {
            acknowledged = durable.end();
        }
    }

    /** The end of what the target has for good; 0 when nothing was said yet. */
    long acknowledged() {
        return acknowledged;
    }
}
