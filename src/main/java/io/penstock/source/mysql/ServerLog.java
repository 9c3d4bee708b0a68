package io.penstock.source.mysql;

import io.penstock.source.SourceException;
import io.penstock.stamp.BinlogFileStamp;
import io.penstock.stamp.GtidStamp;
import io.penstock.stamp.MariaDbGtidStamp;
import io.penstock.stamp.Stamp;
import io.vertx.sqlclient.Row;
import java.util.List;

/** The server's binary log: how far it goes, and whether a position is still in it. */
final class ServerLog {
    private final Session session;
    private final ServerFacts server;

    ServerLog(Session session, ServerFacts server) {
        this.session = session;
        this.server = server;
    }

    /** All that is committed now. */
    Stamp end() {
        if (server.isMariaDb()) {
            return MariaDbGtidStamp.ofPosition(session.value("SELECT @@GLOBAL.gtid_binlog_pos"));
        }
        if (server.hasGtids()) {
            return GtidStamp.ofSet(session.value("SELECT @@GLOBAL.gtid_executed"));
        }
        List<Row> files = files();
        Row last = files.get(files.size() - 1);
        return BinlogFileStamp.before(Session.text(last, 0), Long.parseLong(Session.text(last, 1)));
    }

    /** @throws SourceException final, with the gap, when the stream can't go on behind {@code stamp} */
    void checkHas(Stamp stamp) {
        if (stamp instanceof MariaDbGtidStamp gtids && server.isMariaDb()) {
            checkMariaDb(gtids);
        } else if (stamp instanceof GtidStamp gtids && !server.isMariaDb() && server.hasGtids()) {
            checkMySql(gtids);
        } else if (stamp instanceof BinlogFileStamp place && !server.hasGtids()) {
            checkFile(place);
        } else {
            throw lost("the position " + stamp.text() + " is of another kind than the server's (" + server.version()
                    + (server.isMariaDb() ? "" : ", gtid_mode " + server.setting("gtid_mode")) + ")");
        }
    }

    private void checkMariaDb(MariaDbGtidStamp wanted) {
        MariaDbGtidStamp end = (MariaDbGtidStamp) end();
        wanted.last().forEach((domain, gtid) -> {
            if (!end.covers(domain, gtid.sequence())) {
                throw lost("the server's log ends at " + end + " and does not have " + domain + "-" + gtid.server()
                        + "-" + Long.toUnsignedString(gtid.sequence())
                        + ": it was reset, or it is another server");
            }
        });
        String first = Session.text(files().get(0), 0);
        String begins = session.value("SELECT BINLOG_GTID_POS(" + Session.literal(first) + ", 4)");
        MariaDbGtidStamp purged = MariaDbGtidStamp.ofPosition(begins == null ? "" : begins);
        purged.last().forEach((domain, gtid) -> {
            if (!wanted.covers(domain, gtid.sequence())) {
                throw lost("the loop stands at " + wanted + ", and the server has purged all up to " + purged
                        + " (its oldest log is " + first + ")");
            }
        });
    }

    private void checkMySql(GtidStamp wanted) {
        GtidStamp executed = (GtidStamp) end();
        GtidStamp unknown = wanted.minus(executed);
        if (!unknown.isEmpty()) {
            throw lost("the server has never executed " + unknown + ": it was reset, or it is another server");
        }
        GtidStamp missing =
                GtidStamp.ofSet(session.value("SELECT @@GLOBAL.gtid_purged")).minus(wanted);
        if (!missing.isEmpty()) {
            throw lost("the server has purged " + missing + ", which the loop has not read");
        }
    }

    private void checkFile(BinlogFileStamp wanted) {
        for (Row file : files()) {
            if (Session.text(file, 0).equals(wanted.file())) {
                if (Long.parseLong(Session.text(file, 1)) < wanted.end()) {
                    throw lost("the log file " + wanted.file() + " ends at " + Session.text(file, 1) + ", before "
                            + wanted);
                }
                return;
            }
        }
        throw lost("the server does not have the log file " + wanted.file() + " any more");
    }

    /** Name and size of each file, oldest first. */
    private List<Row> files() {
        return session.rows("SHOW BINARY LOGS");
    }

    private static SourceException lost(String what) {
        return SourceException.fatal(
                "the stream can't go on where the loop stands: " + what,
                "changes are missing from the log for good: copy the tables again with a new loop name, and keep the log"
                        + " longer (expire_logs_days, binlog_expire_logs_seconds) than a loop may stand still");
    }
}
