package io.penstock.testkit;

import io.penstock.stamp.LsnStamp;
import java.time.Duration;
import java.util.function.Supplier;

/** Waits by the source's log: caught up is what the loop itself says it has applied. */
public final class SourceLog {
    private SourceLog() {}

    /** Everything committed before this call, by sessions of this kit, ends at or before the answer. */
    public static long end(TestDatabase source) {
        return LsnStamp.parseLsn(source.value("SELECT pg_current_wal_flush_lsn()"));
    }

    /** Waits until all that is committed now is applied; fails at once when the loop has failed. */
    public static void awaitApplied(TestDatabase source, Supplier<LoopStatus> status, Duration limit) {
        long end = end(source);
        LoopStatus last = Eventually.becomes(
                "everything up to " + LsnStamp.lsnText(end) + " is applied",
                limit,
                status::get,
                s -> s.isFailed() || covers(s, end));
        if (last.isFailed()) {
            throw new AssertionError("the loop has failed: " + last);
        }
    }

    public static boolean covers(LoopStatus status, long lsn) {
        return Long.compareUnsigned(status.consistentLsn(), lsn) >= 0;
    }

    /** Waits until what was there is copied; fails at once when the loop has failed. */
    public static void awaitCopied(Supplier<LoopStatus> status, Duration limit) {
        LoopStatus last =
                Eventually.becomes("the copy is done", limit, status::get, s -> s.isFailed() || s.copyIsDone());
        if (last.isFailed()) {
            throw new AssertionError("the loop has failed: " + last);
        }
    }
}
