package io.penstock.loop;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.stamp.Stamp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * What of the stream has come in and what of it is durable: the consistent point, and what lies between the two. An
 * idle position of the source counts once everything that came in before it is durable.
 */
final class Passage {
    private final Deque<Came> underWay = new ArrayDeque<>();
    private final LongConsumer visible;
    private Stamp consistentPoint;
    private Stamp lastCommit;
    private Stamp idle;
    private boolean insideTransaction;
    private long transactionsIn;
    private long transactionsDurable;

    /** @param visible hears the oldest commit time of each batch that has become durable */
    Passage(Stamp consistentPoint, LongConsumer visible) {
        this.visible = visible;
        this.consistentPoint = consistentPoint;
        this.lastCommit = consistentPoint;
    }

    /** These mutations were handed to the sequencer. */
    void cameIn(List<Mutation> mutations) {
        long firstCommitMicros = 0;
        for (Mutation m : mutations) {
            if (m instanceof Commit commit) {
                transactionsIn++;
                lastCommit = commit.stamp();
                if (firstCommitMicros == 0) {
                    firstCommitMicros = commit.commitMicros();
                }
            }
        }
        insideTransaction = !(mutations.get(mutations.size() - 1) instanceof Commit);
        idle = null;
        if (firstCommitMicros != 0) {
            underWay.add(new Came(lastCommit, firstCommitMicros, transactionsIn));
        }
    }

    /** All transactions up to here are durable. */
    void durable(Stamp stamp) {
        if (!stamp.isCoveredBy(consistentPoint)) {
            consistentPoint = stamp;
        }
        while (!underWay.isEmpty() && underWay.peek().last.isCoveredBy(consistentPoint)) {
            Came passed = underWay.remove();
            transactionsDurable = passed.count;
            visible.accept(passed.firstCommitMicros);
        }
        adoptIdle();
    }

    /** The source has nothing before this that did not come in. */
    void idle(Stamp position) {
        idle = position;
        adoptIdle();
    }

    private void adoptIdle() {
        if (idle != null && isDrained() && !idle.isCoveredBy(consistentPoint)) {
            consistentPoint = idle;
        }
    }

    /** True when all that came in is durable and no transaction is open. */
    boolean isDrained() {
        return underWay.isEmpty() && !insideTransaction;
    }

    /** True when the last that came in was the end of a transaction. */
    boolean isAtBorder() {
        return !insideTransaction;
    }

    Stamp consistentPoint() {
        return consistentPoint;
    }

    /** The newest commit that came in. */
    Stamp lastCommit() {
        return lastCommit;
    }

    /** Commit time of the oldest transaction that came in and is not durable, or 0. */
    long oldestCommitMicros() {
        return underWay.isEmpty() ? 0 : underWay.peek().firstCommitMicros;
    }

    long transactionsUnderWay() {
        return transactionsIn - transactionsDurable;
    }

    /** One batch that has commits in it. */
    private record Came(Stamp last, long firstCommitMicros, long count) {}
}
