package io.penstock.source.postgresql;

import io.penstock.stamp.LsnStamp;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What has to be known of a server before anything is done on it.
 *
 * @param systemIdentifier names the data directory; a restored or promoted copy keeps it
 * @param timeline counts promotions of this history
 * @param end the newest position of its log
 */
record ServerFacts(
        int majorVersion,
        String systemIdentifier,
        int timeline,
        String database,
        long end,
        String walLevel,
        boolean standby,
        boolean superuser,
        int maxReplicationSlots) {

    /** The newest position: written here, or replayed on a standby. */
    static final String LOG_END = "CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()"
            + " ELSE pg_catalog.pg_current_wal_lsn() END";

    private static final String FACTS =
            "SELECT pg_catalog.current_setting('wal_level'), pg_catalog.pg_is_in_recovery(),"
                    + " (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = current_user),"
                    + " pg_catalog.current_setting('max_replication_slots')::int, (" + LOG_END + ")::text";

    /** @param replication a walsender's session: that it could be opened proves the right to replicate */
    static ServerFacts read(Connection connection, Connection replication) throws SQLException {
        try (Statement identify = replication.createStatement();
                ResultSet system = identify.executeQuery("IDENTIFY_SYSTEM");
                Statement ask = connection.createStatement();
                ResultSet facts = ask.executeQuery(FACTS)) {
            system.next();
            facts.next();
            return new ServerFacts(
                    connection.getMetaData().getDatabaseMajorVersion(),
                    system.getString("systemid"),
                    system.getInt("timeline"),
                    system.getString("dbname"),
                    LsnStamp.parseLsn(facts.getString(5)),
                    facts.getString(1),
                    facts.getBoolean(2),
                    facts.getBoolean(3),
                    facts.getInt(4));
        }
    }

    String identity() {
        return systemIdentifier + "/" + database;
    }
}
