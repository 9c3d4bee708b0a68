package io.penstock.source.postgresql;

import io.penstock.stamp.LsnStamp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * A replication slot as the server shows it.
 *
 * @param plugin null for a physical slot
 * @param activePid who reads from it, or 0
 * @param restart from here on the log is kept; 0 when unknown
 * @param confirmed all transactions whose commit begins before this have been acknowledged
 * @param lostBecause why it can't be read from any more, or null
 */
record SlotState(String plugin, String database, int activePid, long restart, long confirmed, String lostBecause) {

    /** @return null where there is no slot of this name */
    static SlotState read(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT * FROM pg_catalog.pg_replication_slots WHERE slot_name = ?")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new SlotState(
                                row.getString("plugin"),
                                row.getString("database"),
                                row.getInt("active_pid"),
                                lsn(row.getString("restart_lsn")),
                                lsn(row.getString("confirmed_flush_lsn")),
                                lostBecause(row))
                        : null;
            }
        }
    }

    private static String lostBecause(ResultSet row) throws SQLException {
        Set<String> columns = new HashSet<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            columns.add(row.getMetaData().getColumnName(i));
        }
        if (columns.contains("invalidation_reason") && row.getString("invalidation_reason") != null) { // since 17
            return row.getString("invalidation_reason");
        }
        if (columns.contains("wal_status") && "lost".equals(row.getString("wal_status"))) { // since 13
            return "wal_removed";
        }
        return columns.contains("conflicting") && row.getBoolean("conflicting") ? "conflict with recovery" : null;
    }

    private static long lsn(String text) {
        return text == null ? 0 : LsnStamp.parseLsn(text);
    }
}
