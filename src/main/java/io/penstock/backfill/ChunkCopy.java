package io.penstock.backfill;

import io.penstock.model.TableName;
import io.penstock.progress.CopiedChunk;
import io.penstock.progress.CopyStore;
import io.penstock.source.Backfiller;
import io.penstock.source.Backfiller.ChunkReader;
import io.penstock.target.BulkWriter;
import io.penstock.target.Target;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.List;

/** One of the readers that work at once: moves the rows of a chunk on a thread of its own. */
final class ChunkCopy {
    private final WorkerExecutor threads;
    private final ChunkReader reader;
    private final Target target;
    private final CopyStore store;
    private final String session;
    private volatile boolean cancelled;

    ChunkCopy(WorkerExecutor threads, Backfiller source, Target target, CopyStore store, String session) {
        this.threads = threads;
        this.reader = source.reader();
        this.target = target;
        this.store = store;
        this.session = session;
    }

    /** What a chunk came to. */
    record Copied(long rows, long bytes) {
        /** The rows are there; how many was in the answer that was lost. */
        static final Copied UNCOUNTED = new Copied(0, 0);
    }

    /** The upper bound of the next chunk of a table; null when the rest of it is one. */
    Future<List<String>> bound(TableCopy copy) {
        var table = copy.definition();
        List<String> behind = copy.lastUpper();
        long rows = copy.size().rows();
        return threads.executeBlocking(() -> reader.keyBehind(table, behind, rows), false);
    }

    /** Takes the chunk's moment; null where the table is gone. */
    Future<Backfiller.Chunk> open(TableName table, CopyChunk chunk) {
        return threads.executeBlocking(() -> reader.open(table, chunk.range()), false);
    }

    /** Copies what was opened, and closes it. Durable, with its place in progress, when it completes. */
    Future<Copied> copy(CopyChunk chunk, Backfiller.Chunk opened) {
        TableName table = opened.table().name();
        CopiedChunk mark = mark(chunk, opened);
        return threads.executeBlocking(
                () -> {
                    try (Backfiller.Chunk rows = opened;
                            BulkWriter writer = target.openBulk(rows.table(), chunk.range(), session, store.guard())) {
                        long bytes = 0;
                        for (byte[] block = rows.next(); block != null; block = rows.next()) {
                            if (cancelled) {
                                throw new IllegalStateException("the copy of " + table + " was stopped");
                            }
                            writer.write(block);
                            bytes += block.length;
                        }
                        return new Copied(writer.finish(store.copied(mark)), bytes);
                    }
                },
                false);
    }

    /** To be asked when {@link #copy} failed: its commit may have come through all the same, or be under way. */
    Future<Boolean> isDurable(CopyChunk chunk, Backfiller.Chunk opened) {
        return store.settle(mark(chunk, opened));
    }

    private static CopiedChunk mark(CopyChunk chunk, Backfiller.Chunk opened) {
        return new CopiedChunk(
                opened.table().name(),
                chunk.number(),
                chunk.range(),
                opened.moment().text(),
                opened.position());
    }

    Future<Void> discard(Backfiller.Chunk opened) {
        return threads.executeBlocking(
                () -> {
                    opened.close();
                    return null;
                },
                false);
    }

    /** Makes what is under way end, with a failure. */
    void cancel() {
        cancelled = true;
        reader.cancel();
    }

    Future<Void> close() {
        return threads.executeBlocking(
                () -> {
                    reader.close();
                    return null;
                },
                false);
    }
}
