package io.penstock.source.mysql;

import io.penstock.source.SourceException;
import io.penstock.stamp.BinlogFileStamp;
import io.penstock.stamp.GtidStamp;
import io.penstock.stamp.MariaDbGtidStamp;
import io.penstock.stamp.Order;
import io.penstock.stamp.Stamp;

/**
 * Where the reader stands. A transaction's id is added when it ends, never before: who reads on from {@link #covered}
 * gets a transaction that was cut short again, whole.
 */
final class LogPosition {
    private Stamp covered;
    private Stamp underWay;
    private String file = "";

    /** @param from all up to here is covered */
    LogPosition(Stamp from) {
        covered = from;
        if (from instanceof BinlogFileStamp place) {
            file = place.file();
        }
    }

    /** All transactions that have ended. */
    Stamp covered() {
        return covered;
    }

    /** That of the transaction that has begun. */
    Stamp underWay() {
        return underWay;
    }

    boolean isInTransaction() {
        return underWay != null;
    }

    String file() {
        return file;
    }

    void rotated(String to, long offset) {
        boolean news = !to.equals(file);
        file = to;
        if (news && covered instanceof BinlogFileStamp && !isInTransaction()) {
            covered = BinlogFileStamp.before(to, offset);
        }
    }

    void begins(long domain, long server, long sequence) {
        if (!(covered instanceof MariaDbGtidStamp sofar)) {
            throw mixed("a transaction id of MariaDB");
        }
        underWay = sofar.with(domain, server, sequence);
        checkForward(domain + "-" + server + "-" + Long.toUnsignedString(sequence));
    }

    void begins(String source, long number) {
        if (!(covered instanceof GtidStamp sofar)) {
            throw mixed("a transaction id of MySQL");
        }
        underWay = sofar.with(source, number);
        checkForward(source + ":" + number);
    }

    /** A transaction without an id. @param at where its first event begins */
    void beginsUnnamed(long at) {
        if (!(covered instanceof BinlogFileStamp)) {
            throw mixed("a transaction without an id");
        }
        underWay = BinlogFileStamp.of(file, at, at);
    }

    /** @param next where the event behind the transaction begins */
    Stamp ends(long next) {
        covered = underWay instanceof BinlogFileStamp place ? BinlogFileStamp.of(file, place.begin(), next) : underWay;
        underWay = null;
        return covered;
    }

    private void checkForward(String id) {
        if (underWay.compare(covered) != Order.AFTER) {
            throw SourceException.fatal(
                    "transaction " + id + " comes behind " + covered + ", which has it already or has gone past it",
                    "two servers have written with numbers of their own: SET GLOBAL gtid_strict_mode = ON on MariaDB, let"
                            + " one server write at a time, and copy the tables again (a new loop)");
        }
    }

    private SourceException mixed(String what) {
        return SourceException.fatal(
                "the log has " + what + " behind the position " + covered.text(),
                "was the server's gtid_mode changed, or another server put in its place? Begin a new loop");
    }
}
