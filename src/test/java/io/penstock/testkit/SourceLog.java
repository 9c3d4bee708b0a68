package io.penstock.testkit;

import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.MariaDbGtidStamp;
import io.penstock.stamp.Stamp;
import java.time.Duration;
import java.util.function.Supplier;

/** Waits by the source's log: caught up is what the loop itself says it has applied. */
public final class SourceLog {
    private SourceLog() {}

    /** Everything committed before this call, by sessions of this kit, ends at or before the answer. */
    public static Stamp end(Database source) {
        return source instanceof MysqlDatabase
                ? MariaDbGtidStamp.ofPosition(source.value("SELECT @@GLOBAL.gtid_binlog_pos"))
                : LsnStamp.before(LsnStamp.parseLsn(source.value("SELECT pg_current_wal_flush_lsn()")));
    }

    /** Waits until all that is committed now is applied; fails at once when the loop has failed. */
    public static void awaitApplied(Database source, Supplier<LoopStatus> status, Duration limit) {
        Stamp end = end(source);
        LoopStatus last = Eventually.becomes(
                "everything up to " + end + " is applied", limit, status::get, s -> s.isFailed() || covers(s, end));
        if (last.isFailed()) {
            throw new AssertionError("the loop has failed: " + last);
        }
    }

    public static boolean covers(LoopStatus status, Stamp end) {
        return end instanceof LsnStamp lsn
                ? Long.compareUnsigned(status.consistentLsn(), lsn.end()) >= 0
                : end.isCoveredBy(status.consistentGtids());
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
