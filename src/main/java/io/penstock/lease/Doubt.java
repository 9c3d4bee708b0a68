package io.penstock.lease;

/**
 * Whether this node may be the one that was cut off. Then leases that look free may be held where it can't see.
 * Thread-safe.
 *
 * <p>A node that is left with less than half of the members it had doubts until the cluster grows again. One that lost
 * leases because it stood still itself doubts for a while: the others may have gone on without it, and it may not have
 * heard of that yet. With exactly half there is no saying who was cut off; a cluster of two must go on when one dies.
 */
final class Doubt {
    private static final long SETTLED_NANOS = 60_000_000_000L;

    private static final long REUNION_NANOS = 15_000_000_000L;

    private int members;
    private int membersBefore;
    private long changedNanos;
    private boolean minority;
    private boolean stalled;
    private long stalledNanos;

    /** @param now members that are there and not about to leave, this one included */
    synchronized void sees(int now, long nanos) {
        if (now > members) {
            if (minority) {
                // Whoever came back may hold leases that are still on their way into the common map.
                stalled(nanos - SETTLED_NANOS + REUNION_NANOS);
            }
            minority = false;
        }
        if (now != members) {
            changedNanos = nanos;
        } else if (nanos - changedNanos > SETTLED_NANOS) {
            membersBefore = now;
        }
        members = now;
        membersBefore = Math.max(membersBefore, now);
        minority |= now * 2 < membersBefore;
    }

    /** Members that leave in order are not missed. */
    synchronized void isLeft(int remaining) {
        membersBefore = Math.min(membersBefore, remaining);
    }

    synchronized void stalled(long nanos) {
        stalled = true;
        stalledNanos = nanos;
    }

    synchronized boolean isThere(long nanos) {
        boolean fresh = stalled && nanos - stalledNanos < SETTLED_NANOS;
        return minority || fresh;
    }
}
