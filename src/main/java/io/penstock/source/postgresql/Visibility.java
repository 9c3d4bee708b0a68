package io.penstock.source.postgresql;

import io.penstock.source.SourceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Commit order is not visibility order: a walsender delivers a transaction as soon as its commit is in the log, and
 * other sessions see it a moment later (under synchronous replication, much later). A catalogue that is read in between
 * is older than the row it is to explain.
 */
final class Visibility {
    private static final int PATIENCE_SECONDS = 60;
    private static final int POLL_MILLIS = 5;

    /** Transaction numbers of the log have 32 bits and wrap; those of a snapshot count on. */
    private static final String SEEN = "SELECT NOT EXISTS (SELECT FROM pg_catalog.txid_snapshot_xip(s) x"
            + " WHERE x & 4294967295 = ?) AND (pg_catalog.txid_snapshot_xmax(s) - ?) & 4294967295 BETWEEN 1 AND 2147483647"
            + " FROM (SELECT pg_catalog.txid_current_snapshot() AS s) now";

    private Visibility() {}

    /** Waits until statements of this session see what the transaction did. */
    static void await(Connection connection, int xid) throws SQLException, InterruptedException {
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try (PreparedStatement statement = connection.prepareStatement(SEEN)) {
            statement.setLong(1, Integer.toUnsignedLong(xid));
            statement.setLong(2, Integer.toUnsignedLong(xid));
            while (!isSeen(statement)) {
                if (System.nanoTime() > patience) {
                    throw SourceException.retryable(
                            "transaction " + Integer.toUnsignedString(xid) + " came through the slot, but after "
                                    + PATIENCE_SECONDS
                                    + " s other sessions of the source do not see it yet; does it wait"
                                    + " for a synchronous standby?",
                            null);
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        }
    }

    private static boolean isSeen(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
