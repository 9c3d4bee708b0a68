package io.penstock.backfill;

import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Wakes those who wait until something of the copy has changed. */
final class Changes {
    private Promise<Void> next = Promise.promise();

    Future<Void> next() {
        return next.future();
    }

    void happened() {
        Promise<Void> told = next;
        next = Promise.promise();
        told.complete();
    }
}
