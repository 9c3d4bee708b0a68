package io.penstock.source.postgresql;

import io.penstock.source.Dialect.SourceStatus;
import io.penstock.stamp.LsnStamp;
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

    private final KeptConnection questions;
    private final String slot;

    StatusReader(Connections connections, String slot) {
        this.questions = new KeptConnection(connections, ANSWER_TIMEOUT_SECONDS);
        this.slot = slot;
    }

    SourceStatus read() throws SQLException {
        return questions.ask(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(STATUS)) {
                statement.setString(1, slot);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    LsnStamp end = LsnStamp.before(LsnStamp.parseLsn(row.getString(1)));
                    return new SourceStatus(end, row.getLong(2), row.getLong(3));
                }
            }
        });
    }

    Void close() throws SQLException {
        return questions.close();
    }
}
