package io.penstock.source.postgresql;

import io.penstock.source.SourceException;
import io.penstock.stamp.LsnStamp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The slot of a loop on its server. (PostgreSQL documentation, "Streaming Replication Protocol",
 * CREATE_REPLICATION_SLOT.)
 */
record ReplicationSlot(String name) {
    private static final Pattern LEGAL = Pattern.compile("[a-z0-9_]{1,63}");
    private static final int RELEASE_TIMEOUT_SECONDS = 5;
    private static final int RELEASE_POLL_MILLIS = 100;
    private static final int CONFIRM_POLL_MILLIS = 10;

    /** What frees a slot that somebody reads from. */
    static final String FREE_IT = "if that is not another Penstock node of this loop, stop it or give this loop a slot"
            + " of its own (source.slot)";

    ReplicationSlot {
        if (!LEGAL.matcher(name).matches()) {
            throw SourceException.fatal(
                    "\"" + name + "\" can't name a replication slot",
                    "set source.slot to 1 to 63 lower-case letters, digits and underscores");
        }
    }

    /**
     * Creates the slot; waits for the end of all transactions that are running.
     *
     * @return changes committed from here on come through the slot
     */
    long create(Connection replication, ServerFacts server) throws SQLException {
        StringBuilder command = new StringBuilder("CREATE_REPLICATION_SLOT " + name + " LOGICAL pgoutput ");
        if (server.majorVersion() >= 15) {
            command.append("(SNAPSHOT 'nothing'");
            // Kept on standbys too, so that the loop goes on after a failover. A standby's own slot can't be.
            command.append(server.majorVersion() >= 17 && !server.standby() ? ", FAILOVER true)" : ")");
        } else {
            command.append("NOEXPORT_SNAPSHOT");
        }
        try (Statement statement = replication.createStatement();
                ResultSet row = statement.executeQuery(command.toString())) {
            row.next();
            return LsnStamp.parseLsn(row.getString("consistent_point"));
        }
    }

    void drop(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT pg_catalog.pg_drop_replication_slot(?)")) {
            statement.setString(1, name);
            statement.execute();
        }
    }

    /** Acknowledges while nobody streams. The server may stop short of {@code lsn}, never behind where it was. */
    void advance(Connection connection, long lsn) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT pg_catalog.pg_replication_slot_advance(?, ?::pg_catalog.pg_lsn)")) {
            statement.setString(1, name);
            statement.setString(2, LsnStamp.lsnText(lsn));
            statement.execute();
        }
    }

    /** Waits a moment until the server has taken an acknowledgement that a stream has sent. */
    void awaitConfirmed(Connection connection, long lsn) throws SQLException, InterruptedException {
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        SlotState state = SlotState.read(connection, name);
        while (state != null && Long.compareUnsigned(state.confirmed(), lsn) < 0 && System.nanoTime() < patience) {
            TimeUnit.MILLISECONDS.sleep(CONFIRM_POLL_MILLIS);
            state = SlotState.read(connection, name);
        }
    }

    /**
     * The slot once nobody reads from it: an earlier reader's session may take a moment to end.
     *
     * @return null where there is no such slot
     * @throws SourceException retryable, naming the reader, when it is still there after some seconds
     */
    SlotState readWhenReleased(Connection connection) throws SQLException, InterruptedException {
        return readWhenReleased(connection, FREE_IT);
    }

    /** @param remedy for a reader that stays */
    SlotState readWhenReleased(Connection connection, String remedy) throws SQLException, InterruptedException {
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(RELEASE_TIMEOUT_SECONDS);
        SlotState state = SlotState.read(connection, name);
        while (state != null && state.activePid() != 0) {
            if (System.nanoTime() > patience) {
                throw new SourceException(
                        SourceException.Kind.RETRYABLE,
                        "replication slot " + name + " is in use by process " + state.activePid()
                                + reader(connection, state.activePid()),
                        remedy,
                        null);
            }
            TimeUnit.MILLISECONDS.sleep(RELEASE_POLL_MILLIS);
            state = SlotState.read(connection, name);
        }
        return state;
    }

    private static String reader(Connection connection, int pid) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT application_name, host(client_addr) FROM pg_catalog.pg_stat_activity WHERE pid = ?")) {
            statement.setInt(1, pid);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? " (application " + row.getString(1) + ", from " + row.getString(2) + ")" : "";
            }
        }
    }
}
