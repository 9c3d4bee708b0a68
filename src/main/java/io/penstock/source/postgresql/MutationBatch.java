package io.penstock.source.postgresql;

import io.penstock.model.Mutation;
import io.penstock.source.MutationSink;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects decoded mutations and hands them on. A batch may span transactions, and a transaction batches. */
final class MutationBatch implements Consumer<Mutation> {
    private static final int FULL_BYTES = 256 * 1024;
    private static final int FULL_MUTATIONS = 4096;
    private static final long PATIENCE_MILLIS = 1000;
    private static final long MOMENT_NANOS = 300_000;

    /** Called while the sink has no room. */
    interface Heartbeat {
        void beat() throws SQLException, InterruptedException;
    }

    private final MutationSink sink;
    private List<Mutation> mutations = new ArrayList<>();
    private long bytes;
    private long begunNanos;

    MutationBatch(MutationSink sink) {
        this.sink = sink;
    }

    @Override
    public void accept(Mutation mutation) {
        if (mutations.isEmpty()) {
            begunNanos = System.nanoTime();
        }
        mutations.add(mutation);
        bytes += mutation.retainedBytes();
    }

    boolean isEmpty() {
        return mutations.isEmpty();
    }

    boolean isFull() {
        return bytes >= FULL_BYTES || mutations.size() >= FULL_MUTATIONS;
    }

    /**
     * Whether to hand over what is here although more may follow at once. A target that keeps up gets each transaction
     * as it comes; one that is busy gets as many as came in a moment.
     */
    boolean isDue() {
        return !mutations.isEmpty() && (sink.isHungry() || System.nanoTime() - begunNanos > MOMENT_NANOS);
    }

    /** Waits until the sink has taken all. */
    void flush(Heartbeat heartbeat) throws SQLException, InterruptedException {
        if (mutations.isEmpty()) {
            return;
        }
        while (!sink.offer(mutations, bytes, PATIENCE_MILLIS)) {
            heartbeat.beat();
        }
        mutations = new ArrayList<>();
        bytes = 0;
    }
}
