package io.penstock.source.postgresql;

import io.penstock.model.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a publication publishes now.
 *
 * @param viaRoot changes of partitions come under the name of the topmost published partitioned table
 * @param actionsLeftOut what it leaves out of {@code insert, update, delete, truncate}; empty when it is whole
 * @param tables by the name under which their changes come
 */
record PublicationView(
        String name, boolean viaRoot, List<String> actionsLeftOut, Map<TableName, PublishedTable> tables) {

    /**
     * @param columns what rows are published with, or null where that can't be restricted (before 15)
     * @param rowFilter SQL condition, or null
     */
    record PublishedTable(List<String> columns, String rowFilter) {}

    /** @return null where there is no publication of this name */
    static PublicationView read(Connection connection, String name) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        String sql = "SELECT " + (version >= 13 ? "pubviaroot" : "false") + ", pg_catalog.array_remove(ARRAY["
                + "CASE WHEN NOT pubinsert THEN 'insert' END, CASE WHEN NOT pubupdate THEN 'update' END,"
                + " CASE WHEN NOT pubdelete THEN 'delete' END, CASE WHEN NOT "
                + (version >= 11 ? "pubtruncate" : "true")
                + " THEN 'truncate' END], NULL) FROM pg_catalog.pg_publication WHERE pubname = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new PublicationView(
                                name,
                                row.getBoolean(1),
                                List.of((String[]) row.getArray(2).getArray()),
                                tables(connection, name, version))
                        : null;
            }
        }
    }

    private static Map<TableName, PublishedTable> tables(Connection connection, String name, int version)
            throws SQLException {
        String sql = "SELECT schemaname, tablename, "
                + (version >= 15 ? "attnames::text[], rowfilter" : "NULL::text[], NULL")
                + " FROM pg_catalog.pg_publication_tables WHERE pubname = ?";
        Map<TableName, PublishedTable> tables = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    List<String> columns = row.getArray(3) == null
                            ? null
                            : List.of((String[]) row.getArray(3).getArray());
                    tables.put(
                            new TableName(row.getString(1), row.getString(2)),
                            new PublishedTable(columns, row.getString(4)));
                }
            }
        }
        return tables;
    }

    /** The name under which changes of a table come, or null when they don't. */
    TableName publishedAs(TableName table, List<TableName> ancestors) {
        if (tables.containsKey(table)) {
            return table;
        }
        return viaRoot
                ? ancestors.stream().filter(tables::containsKey).findFirst().orElse(null)
                : null;
    }
}
