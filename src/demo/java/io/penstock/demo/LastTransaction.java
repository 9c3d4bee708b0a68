package io.penstock.demo;

import io.penstock.stamp.LsnStamp;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A transaction behind all others, to see whether everything has arrived. In fan mode its being visible says nothing
 * of the other lanes: the consistent point must have passed the place in the log behind which it lies.
 *
 * @param mark the value of its row
 * @param lsn where the source's log ended just before it
 */
record LastTransaction(long mark, long lsn) {
    private static final String ROW = "WHERE name = 'last transaction'";
    /** The first position in a stamp's text. */
    private static final Pattern LSN = Pattern.compile("[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}");

    static LastTransaction commit(Connection source) throws SQLException {
        try (Statement statement = source.createStatement()) {
            String lsn;
            try (ResultSet row = statement.executeQuery("SELECT pg_current_wal_insert_lsn()::text")) {
                row.next();
                lsn = row.getString(1);
            }
            try (ResultSet row = statement.executeQuery("INSERT INTO counters VALUES ('last transaction', 1)"
                    + " ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value")) {
                row.next();
                return new LastTransaction(row.getLong(1), LsnStamp.parseLsn(lsn));
            }
        }
    }

    boolean isApplied(Connection target, String consistentPoint) throws SQLException {
        Matcher point = LSN.matcher(consistentPoint);
        if (!point.find() || Long.compareUnsigned(LsnStamp.parseLsn(point.group()), lsn) < 0) {
            return false;
        }
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT value FROM counters " + ROW)) {
            return row.next() && row.getLong(1) == mark;
        }
    }
}
