package io.penstock.source.mysql;

import io.vertx.core.Future;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for a client's answer on a thread that may: of this room, or a worker. Never on an event loop. */
final class Waiting {
    private Waiting() {}

    /** @throws Exception what the future failed with */
    static <T> T of(Future<T> future) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        future.onComplete(result -> done.countDown());
        done.await();
        return result(future);
    }

    /** The same with an end to patience. */
    static <T> T of(Future<T> future, long millis) throws Exception {
        return of(future.timeout(millis, TimeUnit.MILLISECONDS));
    }

    private static <T> T result(Future<T> future) throws Exception {
        if (future.succeeded()) {
            return future.result();
        }
        if (future.cause() instanceof Exception e) {
            throw e;
        }
        throw new IllegalStateException(future.cause());
    }
}
