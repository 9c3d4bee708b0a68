package io.penstock.backfill;

import io.penstock.model.Mutation;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.progress.CopiedChunk;
import io.penstock.progress.CopyStore;
import io.penstock.source.Backfiller;
import io.penstock.stamp.Stamp;
import io.penstock.target.Target;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The copy of rows that are there, beside the stream, for one reign. Each chunk is one moment of the source, and the
 * stream is let through as far as it is not part of that moment. All calls come from the loop's context.
 */
public final class Backfill {
    private static final long LONGEST_CHUNK_DAYS = 30;

    private final Vertx vertx;
    private final Backfiller source;
    private final Target target;
    private final CopyStore store;
    private final DeliveredTransactions delivered;
    private final Supplier<Stamp> consistentPoint;
    private final Changes changes = new Changes();
    private final CopiedTables copies;
    private final StreamFilter filter;
    private final ChunkRun run;
    private final List<ChunkCopy> readers = new ArrayList<>();
    private WorkerExecutor threads;

    /**
     * @param delivered what the stream had delivered before and a reader may still not see
     * @param consistentPoint up to where the stream is durable
     */
    public Backfill(
            Vertx vertx,
            Backfiller source,
            Target target,
            CopyStore store,
            DeliveredTransactions delivered,
            Supplier<Stamp> consistentPoint) {
        this.vertx = vertx;
        this.source = source;
        this.target = target;
        this.store = store;
        this.delivered = delivered;
        this.consistentPoint = consistentPoint;
        this.copies = new CopiedTables(store, target.schema()::hasReplaceableParts, changes);
        this.filter = new StreamFilter(source, copies, delivered, target.schema()::fits, changes);
        this.run = new ChunkRun(vertx, source, target.schema(), copies, delivered, consistentPoint, changes);
    }

    /**
     * Takes up what progress knows of a copy that was interrupted.
     *
     * @param definitions of the tables as the source has them now; one that is under copy and not among them is gone,
     *     and what the stream still says of it is dropped
     * @param behind nothing is read before the stream is durable up to here, or null
     */
    public void restore(
            Map<TableName, List<CopiedChunk>> known, Map<TableName, TableDefinition> definitions, Stamp behind) {
        known.forEach((name, finished) -> {
            TableDefinition table = definitions.get(name);
            TableCopy copy = new TableCopy(table == null ? nothing(name) : table);
            if (table == null) {
                copy.gone();
            } else {
                copy.restore(finished, source::moment);
                copy.hold(behind);
            }
            copies.restore(copy);
        });
    }

    private static TableDefinition nothing(TableName name) {
        return TableDefinition.ofShape(new TableSchema(name, 0, List.of(), List.of(), false));
    }

    /**
     * Begins tables from their first row on, whatever was copied of them before. To be called while the stream stands
     * still.
     *
     * @param behind nothing is read before the stream is durable up to here: what was handed on; or null
     */
    public Future<Void> begin(Collection<TableDefinition> tables, Stamp behind) {
        for (TableDefinition table : tables) {
            TableCopy copy = copies.get(table.name());
            if (copy != null) {
                copy.hold(behind);
                if (copy.isAnyInFlight()) {
                    return changes.next().compose(changed -> begin(tables, behind));
                }
            }
        }
        return copies.begin(tables, behind).onSuccess(begun -> wake());
    }

    /** @param listener hears when tables are taken in that were not under copy, whoever asked for it */
    public void onBegun(Runnable listener) {
        copies.onBegun(listener);
    }

    /** @param count how many chunks are copied at once */
    public void start(int count, String session) {
        threads = vertx.createSharedWorkerExecutor("copy-" + session, count, LONGEST_CHUNK_DAYS, TimeUnit.DAYS);
        for (int i = 0; i < count; i++) {
            ChunkCopy reader = new ChunkCopy(threads, source, target, store, session);
            readers.add(reader);
            run.add(reader);
        }
        wake();
    }

    /** Fails when the copy can't go on. */
    public Future<Void> failed() {
        return run.failed();
    }

    /** What of the stream is to be applied, in its order. One call at a time. */
    public Future<List<Mutation>> pass(List<Mutation> mutations) {
        return filter.pass(mutations);
    }

    /** To be called now and then: the stream may have come to where a table waits for it. */
    public void wake() {
        run.wake();
    }

    /** Asks the source what has become visible meanwhile. */
    public Future<Void> look() {
        return source.now().onSuccess(delivered::seen).mapEmpty();
    }

    /** What {@link DeliveredTransactions#parse} reads. */
    public String unseen() {
        return delivered.text();
    }

    public boolean isUnderWay() {
        return !copies.isEmpty();
    }

    /** True when all rows of all tables are in the target, and the stream has passed all that they show. */
    public boolean isPassed() {
        return copies.all().stream()
                .allMatch(copy -> copy.isDone()
                        && (copy.position() == null || copy.position().isCoveredBy(consistentPoint.get())));
    }

    /** All rows of all tables are on the target; the stream may still stand before them. */
    public boolean isCopied() {
        return copies.all().stream().allMatch(TableCopy::isDone);
    }

    /** The copy is over: the stream comes through whole from here on. Only when {@link #isPassed()}. */
    public Future<Void> end() {
        return copies.end();
    }

    public List<TableCopy> tables() {
        return List.copyOf(copies.all());
    }

    /** What is under way is given up, and begins again with the next reign. */
    public Future<Void> stop() {
        readers.forEach(ChunkCopy::cancel);
        return run.stop().transform(stopped -> {
            List<Future<?>> closed = new ArrayList<>();
            readers.forEach(reader -> closed.add(reader.close()));
            return Future.join(closed).transform(all -> threads == null ? Future.succeededFuture() : threads.close());
        });
    }
}
