package io.penstock.source.mysql;

import io.penstock.source.SourceException;
import io.penstock.stamp.GtidStamp;
import io.penstock.stamp.MariaDbGtidStamp;
import io.penstock.stamp.Stamp;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.Map;

/**
 * Opens snapshots of which it is known up to where in the log they show. MariaDB says so itself (MariaDB documentation,
 * "Enhancements for START TRANSACTION WITH CONSISTENT SNAPSHOT"). MySQL does not: there the set of executed transactions
 * is read before and behind, until both are the same and no commit was under way between them.
 */
final class Snapshot {
    private static final int TRIES = 200;
    private static final long PAUSE_MILLIS = 10;
    private static final String START = "START TRANSACTION WITH CONSISTENT SNAPSHOT";

    private final Session session;
    private final ServerFacts server;

    Snapshot(Session session, ServerFacts server) {
        this.session = session;
        this.server = server;
    }

    /** Begins a transaction of the session; it is the caller's to end. */
    StampMoment open() {
        session.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        return new StampMoment(server.isMariaDb() ? mariaDb() : mySql());
    }

    private Stamp mariaDb() {
        session.run(START);
        Map<String, String> status = new HashMap<>();
        for (Row row : session.rows("SHOW STATUS LIKE 'binlog_snapshot_%'")) {
            status.put(Session.text(row, 0).toLowerCase(java.util.Locale.ROOT), Session.text(row, 1));
        }
        String position = session.value("SELECT BINLOG_GTID_POS(" + Session.literal(status.get("binlog_snapshot_file"))
                + ", " + status.get("binlog_snapshot_position") + ")");
        if (position == null) {
            throw SourceException.retryable(
                    "the server does not say which transactions a snapshot shows (" + status + ")", null);
        }
        return MariaDbGtidStamp.ofPosition(position);
    }

    private Stamp mySql() {
        for (int i = 0; i < TRIES; i++) {
            String before = session.value("SELECT @@GLOBAL.gtid_executed");
            session.run(START);
            String behind = session.value("SELECT @@GLOBAL.gtid_executed");
            if (before.equals(behind)) {
                return GtidStamp.ofSet(before);
            }
            session.run("ROLLBACK");
            java.util.concurrent.locks.LockSupport.parkNanos(PAUSE_MILLIS * 1_000_000);
        }
        throw SourceException.retryable(
                "the server commits so much that no snapshot could be placed in its log; the copy goes on when it is"
                        + " quieter",
                null);
    }
}
