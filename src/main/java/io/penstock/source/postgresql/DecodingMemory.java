package io.penstock.source.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * How much memory a session may use for decoding before it spills transactions to disk. The server's default of 64 MiB
 * makes it write and read a transaction of a million small rows change by change, which takes longer than all the
 * rest of decoding. A loop decodes in one session at a time, so the room asked for here is asked for once.
 *
 * <p>What an operator has set for the role or the database stays as it is.
 */
final class DecodingMemory {
    /** The server began to count this memory in version 13. */
    private static final int SINCE_VERSION = 13;

    /** Transactions in memory, and a window's messages while they are read. */
    private static final String RAISE = "SELECT pg_catalog.set_config(s.name, w.wanted, false)"
            + " FROM (VALUES ('logical_decoding_work_mem', '256MB', 262144), ('work_mem', '64MB', 65536))"
            + " AS w(name, wanted, kib) JOIN pg_catalog.pg_settings AS s ON s.name = w.name"
            + " WHERE s.setting::int8 < w.kib AND s.source IN ('default', 'configuration file')";

    private DecodingMemory() {}

    static void raise(Connection session) throws SQLException {
        if (session.getMetaData().getDatabaseMajorVersion() >= SINCE_VERSION) {
            try (Statement statement = session.createStatement()) {
                statement.execute(RAISE);
            }
        }
    }
}
