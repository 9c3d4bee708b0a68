package io.penstock.source.mysql;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs what waits for the server on threads of this room. They are not Vert.x's own, because on those nobody may wait
 * for a client's answer.
 */
final class BlockingWork {
    private static final int THREADS = 2;

    private final Vertx vertx;
    private final ExecutorService threads;

    BlockingWork(Vertx vertx, String name) {
        this.vertx = vertx;
        this.threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** @param doing completes "can't …" */
    <T> Future<T> run(String doing, Callable<T> work) {
        Context context = vertx.getOrCreateContext();
        Promise<T> promise = Promise.promise();
        try {
            threads.execute(() -> {
                try {
                    T result = work.call();
                    context.runOnContext(hopped -> promise.complete(result));
                } catch (Exception | Error e) {
                    context.runOnContext(hopped -> promise.fail(SourceErrors.of(doing, e)));
                }
            });
        } catch (RejectedExecutionException e) {
            return Future.failedFuture(SourceErrors.of(doing, e));
        }
        return promise.future();
    }

    Future<Void> close() {
        threads.shutdown();
        return Future.succeededFuture();
    }
}
