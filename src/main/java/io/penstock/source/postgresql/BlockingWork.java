package io.penstock.source.postgresql;

import io.penstock.source.SourceException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Runs what waits for the server on threads of this room, and turns the driver's errors into the house's. */
final class BlockingWork {
    private static final int THREADS = 4;

    /** Work against the source. */
    interface Work<T> {
        T run() throws SQLException, InterruptedException;
    }

    private final WorkerExecutor threads;

    BlockingWork(Vertx vertx, String name) {
        // Creating a slot waits for the transactions that are running: hours are slow, not a defect to be logged.
        this.threads = vertx.createSharedWorkerExecutor(name, THREADS, 1, TimeUnit.DAYS);
    }

    /** @param doing completes "can't …" */
    <T> Future<T> run(String doing, Work<T> work) {
        return threads.executeBlocking(() -> now(doing, work), false);
    }

    /** The same on the caller's thread. */
    static <T> T now(String doing, Work<T> work) {
        try {
            return work.run();
        } catch (SQLException e) {
            throw SourceErrors.of(doing, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SourceException.retryable("interrupted while trying to " + doing, e);
        }
    }

    Future<Void> close() {
        return threads.close();
    }
}
