package io.penstock.sequencer.fan;

import io.penstock.stamp.Stamp;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The point that all lanes have passed: the last commit of the oldest run of source batches of which nothing is under
 * way any more. Computed from the oldest batch on, so it moves under permanent load too.
 */
final class PassedPoint {
    private final Deque<Entry> entries = new ArrayDeque<>();

    /** One source batch. @param lastCommit of the last transaction that ends in it, or null */
    Entry open(Stamp lastCommit) {
        Entry entry = new Entry(lastCommit);
        entries.add(entry);
        return entry;
    }

    /** Removes what is done from the front; the newest commit passed by it, or null when there was none. */
    Stamp advance() {
        Stamp passed = null;
        while (!entries.isEmpty() && entries.peek().parts == 0) {
            Entry done = entries.remove();
            if (done.lastCommit != null) {
                passed = done.lastCommit;
            }
        }
        return passed;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** A source batch and how many parts of it are not yet durable. It begins with one: its own dispatching. */
    static final class Entry {
        private final Stamp lastCommit;
        private int parts = 1;

        private Entry(Stamp lastCommit) {
            this.lastCommit = lastCommit;
        }

        void partSent() {
            parts++;
        }

        /** True when it was the last one. */
        boolean partDone() {
            return --parts == 0;
        }
    }
}
