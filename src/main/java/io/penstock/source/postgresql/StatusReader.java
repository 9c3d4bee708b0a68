package io.penstock.source.postgresql;

import io.penstock.source.Dialect.SourceStatus;
import io.penstock.stamp.LsnStamp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Asks how the server stands, on a connection of its own that is kept. */
final class StatusReader {
    private static final int ANSWER_TIMEOUT_SECONDS = 10;
    private static final String STATUS =
            "SELECT e.lsn::text, coalesce((SELECT pg_catalog.pg_wal_lsn_diff(e.lsn, s.restart_lsn)"
                    + " FROM pg_catalog.pg_replication_slots s WHERE s.slot_name = ?), -1)::int8,"
                    + " (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::int8"
                    + " FROM (SELECT " + ServerFacts.LOG_END + " AS lsn) AS e";

    private final Connections connections;
    private final String slot;
    private Connection connection;
    private boolean closed;

    StatusReader(Connections connections, String slot) {
        this.connections = connections;
        this.slot = slot;
    }

    synchronized SourceStatus read() throws SQLException {
        if (closed) {
            throw new SQLException("the source is closed", "08003");
        }
        if (connection == null) {
            connection = connections.open(ANSWER_TIMEOUT_SECONDS);
        }
        try (PreparedStatement statement = connection.prepareStatement(STATUS)) {
            statement.setString(1, slot);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                LsnStamp end = LsnStamp.before(LsnStamp.parseLsn(row.getString(1)));
                return new SourceStatus(end, row.getLong(2), row.getLong(3));
            }
        } catch (SQLException e) {
            disconnect(); // the next call tries anew
            throw e;
        }
    }

    synchronized Void close() throws SQLException {
        closed = true;
        disconnect();
        return null;
    }

    private void disconnect() throws SQLException {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
