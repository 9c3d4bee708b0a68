package io.penstock.source.postgresql;

import io.penstock.stamp.LsnStamp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How much log lies between a position and the server's end. */
final class Backlog {
    /** Windows don't wait for standbys as a stream of a failover slot does, so there they are out of the question. */
    private static final String BEHIND = "SELECT pg_catalog.pg_wal_lsn_diff(" + ServerFacts.LOG_END
            + ", ?::pg_catalog.pg_lsn)::int8,"
            + " coalesce(pg_catalog.current_setting('synchronized_standby_slots', true), '') <> ''";

    private Backlog() {}

    static boolean isWorthWindows(Connection connection, long from) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BEHIND)) {
            statement.setString(1, LsnStamp.lsnText(from));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1) > WindowReader.WORTHWHILE_BYTES && !row.getBoolean(2);
            }
        }
    }
}
