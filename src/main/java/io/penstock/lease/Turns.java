package io.penstock.lease;

import io.penstock.model.LoopName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * Whose turn it is to take a free loop: first the node that it is placed on; when that one has not taken it for a
 * moment, any other, each after a pause of another length. And when a held loop ought to move.
 */
final class Turns {
    /** A node that has just started waits for others that start with it. */
    private static final Duration AFTER_START = Duration.ofSeconds(3);

    private static final Duration FIRST_TURN = Duration.ofSeconds(2);
    private static final Duration LAST_TURN = Duration.ofSeconds(4);
    /** Nothing moves until the members have been the same ones for so long. */
    private static final Duration SETTLED = Duration.ofSeconds(5);

    private final String self;
    private final LongSupplier nanos;
    private final long startedNanos;
    private final Map<LoopName, Long> turnNanos = new ConcurrentHashMap<>();
    private volatile Object members;
    private volatile long changedNanos;

    Turns(String self, LongSupplier nanos) {
        this.self = self;
        this.nanos = nanos;
        this.startedNanos = nanos.getAsLong();
        this.changedNanos = startedNanos;
    }

    /** Notes when the members change. */
    void sees(Outlook now) {
        Object seen = now.nodes().stream().map(Roster.Entry::token).toList();
        if (!seen.equals(members)) {
            members = seen;
            changedNanos = nanos.getAsLong();
        }
    }

    void isTaken(LoopName loop) {
        turnNanos.remove(loop);
    }

    /** Whether this node may take a loop that is free. */
    boolean isOurs(LoopName loop, Outlook now) {
        long time = nanos.getAsLong();
        String placed = now.placed(loop.text());
        if (time - startedNanos < AFTER_START.toNanos() && now.nodes().size() == 1) {
            return false;
        }
        if (self.equals(placed)) {
            return true;
        }
        if (placed != null && now.isCordoned(self)) {
            return false;
        }
        long turn = turnNanos.computeIfAbsent(
                loop, l -> time + ThreadLocalRandom.current().nextLong(FIRST_TURN.toNanos(), LAST_TURN.toNanos()));
        return time - turn >= 0;
    }

    /** The node that a loop of ours ought to move to, or null. */
    String elsewhere(LoopName loop, Outlook now) {
        String placed = now.placed(loop.text());
        boolean settled = nanos.getAsLong() - changedNanos >= SETTLED.toNanos();
        return settled && placed != null && !placed.equals(self) ? placed : null;
    }
}
