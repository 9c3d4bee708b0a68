package io.penstock.sequencer.serial;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Described;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Mutations waiting to be applied, sorted into the transactions they belong to. What the lane has applied before a
 * restart is dropped here, but still counted: whoever sent it wants to hear that it is done.
 */
final class Inflow {
    private final LanePosition covered;
    private final Deque<Transaction> transactions = new ArrayDeque<>();
    private int complete;
    private long completeRows;
    private long completeBytes;

    Inflow(LanePosition covered) {
        this.covered = covered;
    }

    void add(Mutation mutation) {
        Transaction tail = transactions.peekLast();
        if (tail == null || tail.commit != null) {
            tail = new Transaction();
            transactions.add(tail);
        }
        tail.counted++;
        if (mutation instanceof Commit commit) {
            tail.commit = commit;
            tail.rowsWhole = tail.mutations.size();
            tail.bytesWhole = tail.bytes;
            complete++;
            completeRows += tail.rowsWhole;
            completeBytes += tail.bytesWhole;
        } else if (!covered.covers(mutation.stamp(), mutation.ordinal())) {
            tail.mutations.add(mutation);
            tail.bytes += mutation.retainedBytes();
            tail.describes |= mutation instanceof Described;
        }
    }

    boolean isEmpty() {
        return transactions.isEmpty();
    }

    /** True when the whole of the oldest transaction is here. */
    boolean headIsComplete() {
        return complete > 0;
    }

    /** Mutations of the transactions that are here as a whole. */
    long completeRows() {
        return completeRows;
    }

    /** Retained bytes of the same. */
    long completeBytes() {
        return completeBytes;
    }

    Transaction head() {
        return transactions.peek();
    }

    Transaction removeHead() {
        Transaction head = transactions.remove();
        if (head.commit != null) {
            complete--;
            completeRows -= head.rowsWhole;
            completeBytes -= head.bytesWhole;
        }
        return head;
    }

    /** What is here of one source transaction; grows until its commit has come. */
    static final class Transaction {
        private List<Mutation> mutations = new ArrayList<>();
        private Commit commit;
        private long bytes;
        private long rowsWhole;
        private long bytesWhole;
        private long counted;
        private boolean describes;

        List<Mutation> mutations() {
            return mutations;
        }

        Commit commit() {
            return commit;
        }

        long bytes() {
            return bytes;
        }

        /** True when a table description is among the mutations. */
        boolean describes() {
            return describes;
        }

        /** How many mutations that came in this stands for, dropped ones and the commit included. */
        long counted() {
            return counted;
        }

        /** Takes the first {@code count} mutations out, and with them their share of the count. */
        List<Mutation> take(int count) {
            List<Mutation> taken = new ArrayList<>(mutations.subList(0, count));
            mutations = new ArrayList<>(mutations.subList(count, mutations.size()));
            taken.forEach(m -> bytes -= m.retainedBytes());
            describes = describes && mutations.stream().anyMatch(Described.class::isInstance);
            return taken;
        }

        /** The count so far; from here on it is counted anew. */
        long takeCounted() {
            long count = counted;
            counted = 0;
            return count;
        }
    }
}
