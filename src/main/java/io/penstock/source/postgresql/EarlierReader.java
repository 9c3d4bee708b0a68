package io.penstock.source.postgresql;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A session of an earlier reign that still reads from the loop's slot: the server may not notice for minutes that its
 * node is stopped or cut off. Nobody else's session is touched.
 */
record EarlierReader(LoopName loop, Epoch reign) {
    private static final String NO_RIGHT = "42501";

    /** The name of the sessions of one reign. */
    static String session(LoopName loop, Epoch epoch) {
        return "penstock/" + loop + "/" + epoch;
    }

    /**
     * Tells the reader to end, where it is an earlier reign's; does not wait for it.
     *
     * @return what an operator can do about a reader that stays
     */
    String end(Connection connection, int pid) throws SQLException {
        String session = sessionOf(connection, pid);
        if (!isEarlier(session)) {
            return ReplicationSlot.FREE_IT;
        }
        // By name again, because the number may have been given to another session meanwhile.
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT pg_catalog.pg_terminate_backend(pid) FROM"
                        + " pg_catalog.pg_stat_activity WHERE pid = ? AND application_name = ?")) {
            statement.setInt(1, pid);
            statement.setString(2, session);
            statement.execute();
            return ReplicationSlot.FREE_IT;
        } catch (SQLException e) {
            if (!NO_RIGHT.equals(e.getSQLState())) {
                throw e;
            }
            return "it is session " + session + " of an earlier reign, which this loop's role may not end; run as a"
                    + " superuser: GRANT pg_signal_backend TO "
                    + Quoting.identifier(connection.getMetaData().getUserName());
        }
    }

    boolean isEarlier(String session) {
        Matcher epoch = Pattern.compile(Pattern.quote("penstock/" + loop + "/") + "([0-9]{1,18})")
                .matcher(session);
        return epoch.matches() && Long.parseLong(epoch.group(1)) < reign.number();
    }

    private static String sessionOf(Connection connection, int pid) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT application_name FROM pg_catalog.pg_stat_activity WHERE pid = ?")) {
            statement.setInt(1, pid);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getString(1) != null ? row.getString(1) : "";
            }
        }
    }
}
