package io.penstock.source;

import io.penstock.stamp.Stamp;
import io.vertx.core.Future;

/** Reads a source's log on a thread of its own and hands it, decoded, to a {@link MutationSink}. */
public interface ChangeFeed {
    /**
     * Connects and starts reading behind {@code from}.
     *
     * @return completes when the server has accepted the position; failures after that go to the sink
     */
    Future<Void> start(Stamp from, MutationSink sink);

    /** The target has everything up to {@code durable}: the source need not keep it. May be called on any thread. */
    void acknowledge(Stamp durable);

    /** Stops reading and waits for the thread to end. The last acknowledged position is told to the server first. */
    Future<Void> stop();
}
