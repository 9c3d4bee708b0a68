package io.penstock.backfill;

import io.penstock.model.TableDefinition;
import io.penstock.source.Backfiller.RowReader;
import io.penstock.source.Backfiller.Snapshot;
import io.penstock.target.BulkWriter;
import io.penstock.target.Statement;
import io.penstock.target.Target;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Copies all tables of one snapshot, several at once, the largest first. Each table is one transaction on the target,
 * with the guard of the reign in front. Interrupted, the copy begins again with a new snapshot.
 */
public final class SnapshotCopy {
    private static final long LONGEST_TABLE_DAYS = 30;

    private final Vertx vertx;
    private final Target target;
    private final Snapshot snapshot;
    private final String session;
    private final Statement guard;
    private final List<TableCopy> tables = new ArrayList<>();
    private volatile boolean cancelled;

    /**
     * @param session how the target's sessions are called
     * @param guard raises when the reign is over
     */
    public SnapshotCopy(Vertx vertx, Target target, Snapshot snapshot, String session, Statement guard) {
        this.vertx = vertx;
        this.target = target;
        this.snapshot = snapshot;
        this.session = session;
        this.guard = guard;
        snapshot.tables().forEach(t -> tables.add(new TableCopy(t.name(), t.estimatedRows())));
    }

    public List<TableCopy> tables() {
        return List.copyOf(tables);
    }

    /** @param readers tables copied at once */
    public Future<Void> run(int readers) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong((Integer i) -> -tables.get(i).estimatedRows()));
        ConcurrentLinkedQueue<Integer> left = new ConcurrentLinkedQueue<>(order);
        WorkerExecutor workers =
                vertx.createSharedWorkerExecutor("copy-" + session, readers, LONGEST_TABLE_DAYS, TimeUnit.DAYS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            running.add(workers.<Void>executeBlocking(
                    () -> {
                        for (Integer next = left.poll(); next != null && !cancelled; next = left.poll()) {
                            copy(snapshot.tables().get(next), tables.get(next));
                        }
                        return null;
                    },
                    false));
        }
        // The first failure stops the others at their next block.
        running.forEach(r -> r.onFailure(cause -> cancel()));
        return Future.join(running).<Void>mapEmpty().eventually(() -> workers.close());
    }

    /** Makes a running copy end, with a failure. */
    public void cancel() {
        cancelled = true;
    }

    private void copy(TableDefinition table, TableCopy progress) {
        try (RowReader reader = snapshot.read(table);
                BulkWriter writer = target.openBulk(table, session, guard)) {
            long bytes = 0;
            for (byte[] block = reader.next(); block != null; block = reader.next()) {
                if (cancelled) {
                    throw new IllegalStateException("the copy of " + table.name() + " was stopped");
                }
                writer.write(block);
                bytes += block.length;
                progress.read(bytes);
            }
            progress.finished(writer.finish());
        }
    }
}
