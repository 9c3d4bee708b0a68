package io.penstock.backfill;

import io.penstock.source.Backfiller;
import io.penstock.source.SourceException;
import io.penstock.stamp.Stamp;
import io.penstock.target.TargetException;
import io.penstock.target.TargetSchema;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * Keeps the readers at work: each takes the next chunk of the largest table that has one. What fails is tried again;
 * what fails again and again ends the run. Belongs to the loop's context.
 */
final class ChunkRun {
    private static final int MOST_FAILURES_IN_A_ROW = 6;
    private static final long RETRY_MILLIS = 250;
    /** A commit that is written but not yet visible usually is so within milliseconds. */
    private static final long UNSEEN_MILLIS = 50;

    private final Vertx vertx;
    private final Backfiller source;
    private final TargetSchema schema;
    private final CopiedTables copies;
    private final DeliveredTransactions delivered;
    private final Supplier<Stamp> consistentPoint;
    private final Changes changes;
    private final Deque<ChunkCopy> idle = new ArrayDeque<>();
    private final Promise<Void> failed = Promise.promise();
    private final List<Future<?>> underWay = new ArrayList<>();
    private final Promise<Void> stopped = Promise.promise();
    private int failuresInARow;
    private boolean over;

    ChunkRun(
            Vertx vertx,
            Backfiller source,
            TargetSchema schema,
            CopiedTables copies,
            DeliveredTransactions delivered,
            Supplier<Stamp> consistentPoint,
            Changes changes) {
        this.vertx = vertx;
        this.source = source;
        this.schema = schema;
        this.copies = copies;
        this.delivered = delivered;
        this.consistentPoint = consistentPoint;
        this.changes = changes;
    }

    /** Fails with what ended the run; never succeeds. */
    Future<Void> failed() {
        return failed.future();
    }

    void add(ChunkCopy reader) {
        idle.add(reader);
    }

    /** Completes when nothing is under way any more. Cancel the readers first. */
    Future<Void> stop() {
        over = true;
        stopped.tryComplete();
        return Future.join(new ArrayList<>(underWay)).transform(ended -> Future.succeededFuture());
    }

    /** Gives the readers that have nothing to do what there is to do now. */
    void wake() {
        while (!over && !idle.isEmpty()) {
            TableCopy copy = next();
            if (copy == null) {
                return;
            }
            ChunkCopy reader = idle.remove();
            Future<Void> work = work(reader, copy);
            underWay.add(work);
            work.onComplete(ended -> {
                underWay.remove(work);
                idle.add(reader);
                if (ended.failed() && !over) {
                    trouble(ended.cause());
                } else {
                    wake();
                }
            });
        }
    }

    /** The largest table in which a reader can begin something. */
    private TableCopy next() {
        Stamp point = consistentPoint.get();
        return copies.all().stream()
                .filter(copy -> !copy.isDone() && !copy.isHeld(point) && hasWork(copy))
                .max(Comparator.comparingLong(TableCopy::estimatedRows))
                .orElse(null);
    }

    private static boolean hasWork(TableCopy copy) {
        return !copy.isBusyPlanning() && (!copy.isPlanned() || copy.nextPending() != null);
    }

    private Future<Void> work(ChunkCopy reader, TableCopy copy) {
        CopyChunk pending = copy.nextPending();
        if (pending != null) {
            return read(reader, copy, pending);
        }
        copy.busyPlanning(true);
        int plan = copy.plans();
        return decided(copy)
                .compose(divided -> divided ? reader.bound(copy) : Future.succeededFuture())
                .onComplete(planned -> copy.busyPlanning(false))
                .compose(upper -> {
                    if (over || plan != copy.plans() || copy.isHeld(consistentPoint.get())) {
                        return Future.succeededFuture();
                    }
                    Future<Void> read = read(reader, copy, copy.plan(upper));
                    wake();
                    return read;
                });
    }

    /** Which part of a table a silent change falls into is not known, so that such a table shows one moment. */
    private Future<Boolean> decided(TableCopy copy) {
        if (copy.divided() == null && copy.definition().changesInSilence()) {
            copy.divided(false);
        }
        return copy.divided() != null
                ? Future.succeededFuture(copy.divided())
                : schema.isDivisible(copy.definition()).onSuccess(copy::divided);
    }

    private Future<Void> read(ChunkCopy reader, TableCopy copy, CopyChunk chunk) {
        List<Stamp> toBeSeen = delivered.now();
        chunk.opening();
        return reader.open(copy.table(), chunk).transform(opened -> {
            if (opened.failed()) {
                return again(opened.cause(), copy, chunk);
            }
            return opened.result() == null ? gone(copy, chunk) : opened(reader, copy, chunk, opened.result(), toBeSeen);
        });
    }

    private Future<Void> again(Throwable cause, TableCopy copy, CopyChunk chunk) {
        Stamp position = chunk.position();
        copy.again(chunk);
        changes.happened();
        return failed(cause, copy, position);
    }

    private Future<Void> gone(TableCopy copy, CopyChunk chunk) {
        copy.again(chunk);
        copy.gone();
        changes.happened();
        return Future.succeededFuture();
    }

    private Future<Void> opened(
            ChunkCopy reader, TableCopy copy, CopyChunk chunk, Backfiller.Chunk opened, List<Stamp> toBeSeen) {
        boolean sameKey = opened.table()
                .schema()
                .keyNames()
                .equals(copy.definition().schema().keyNames());
        boolean seen = toBeSeen.stream().allMatch(opened.moment()::sees);
        if (!seen || !sameKey || over) {
            return reader.discard(opened).transform(closed -> {
                if (closed.failed()) {
                    return again(closed.cause(), copy, chunk);
                }
                copy.again(chunk);
                changes.happened();
                if (sameKey) {
                    return later(UNSEEN_MILLIS);
                }
                return copy.isAnyInFlight() ? later(UNSEEN_MILLIS) : copies.begin(List.of(opened.table()), null);
            });
        }
        copy.opened(chunk, opened.table(), opened.moment(), opened.position());
        changes.happened();
        return reader.copy(chunk, opened).transform(copied -> {
            if (copied.succeeded()) {
                return finished(copy, chunk, copied.result());
            }
            if (over) {
                return Future.failedFuture(copied.cause());
            }
            // A chunk that is durable must not count as to be read again: the stream would leave out what only that
            // second reading sees, and a restart believes the first one.
            return reader.isDurable(chunk, opened)
                    .compose(durable -> durable
                            ? finished(copy, chunk, ChunkCopy.Copied.UNCOUNTED)
                            : again(copied.cause(), copy, chunk));
        });
    }

    private Future<Void> finished(TableCopy copy, CopyChunk chunk, ChunkCopy.Copied copied) {
        failuresInARow = 0;
        copy.finished(chunk, copied.rows(), copied.bytes());
        changes.happened();
        return Future.succeededFuture();
    }

    /**
     * The target may have refused rows of a shape that the stream has not come to yet: that is settled once the stream
     * is behind them.
     */
    private Future<Void> failed(Throwable cause, TableCopy copy, Stamp position) {
        boolean refused = cause instanceof TargetException target
                && (target.kind() == TargetException.Kind.FINAL || target.kind() == TargetException.Kind.DATA);
        if (refused && position != null && !position.isCoveredBy(consistentPoint.get())) {
            copy.hold(position);
            return Future.succeededFuture();
        }
        boolean retryable = cause instanceof TargetException target
                ? target.kind() == TargetException.Kind.RETRYABLE
                : cause instanceof SourceException from && from.kind() == SourceException.Kind.RETRYABLE;
        if (!retryable || ++failuresInARow > MOST_FAILURES_IN_A_ROW) {
            return Future.failedFuture(cause);
        }
        return later(RETRY_MILLIS << failuresInARow);
    }

    /** Completes earlier when the run is stopped. */
    private Future<Void> later(long millis) {
        Promise<Void> waited = Promise.promise();
        long timer = vertx.setTimer(millis, fired -> waited.tryComplete());
        stopped.future().onComplete(now -> {
            vertx.cancelTimer(timer);
            waited.tryComplete();
        });
        return waited.future();
    }

    private void trouble(Throwable cause) {
        over = true;
        failed.tryFail(cause);
    }
}
