package io.penstock.source.postgresql;

import io.penstock.model.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * All tables of a database that can be replicated: neither the system's, nor an extension's, nor temporary ones; and no
 * views, materialised views or foreign tables, which have no changes of their own.
 */
final class TableDirectory {
    /** Schemas whose tables are never replicated. */
    private static final String USER_SCHEMA = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";

    private static final String TABLES = """
            SELECT c.oid, n.nspname, c.relname, c.relkind = 'p', c.relpersistence = 'u', c.relreplident,
                   CASE c.relreplident
                     WHEN 'f' THEN true
                     WHEN 'd' THEN EXISTS (SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
                     WHEN 'i' THEN EXISTS (SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisreplident)
                     ELSE false
                   END,
                   coalesce((SELECT h.inhparent FROM pg_catalog.pg_inherits h
                             WHERE h.inhrelid = c.oid AND c.relispartition LIMIT 1), 0)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND %s
              AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
                              WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = c.oid
                                AND d.deptype = 'e')
            ORDER BY n.nspname, c.relname""".formatted(USER_SCHEMA);

    private final Map<Long, SourceTable> byOid = new LinkedHashMap<>();
    private final TreeSet<String> schemas = new TreeSet<>();

    private TableDirectory() {}

    static TableDirectory load(Connection connection) throws SQLException {
        TableDirectory directory = new TableDirectory();
        try (PreparedStatement tables = connection.prepareStatement(TABLES);
                ResultSet row = tables.executeQuery()) {
            while (row.next()) {
                SourceTable table = new SourceTable(
                        row.getLong(1),
                        new TableName(row.getString(2), row.getString(3)),
                        row.getBoolean(4),
                        row.getBoolean(5),
                        row.getString(6).charAt(0),
                        row.getBoolean(7),
                        row.getLong(8));
                directory.byOid.put(table.oid(), table);
            }
        }
        try (PreparedStatement names = connection.prepareStatement(
                        "SELECT n.nspname FROM pg_catalog.pg_namespace n WHERE " + USER_SCHEMA);
                ResultSet row = names.executeQuery()) {
            while (row.next()) {
                directory.schemas.add(row.getString(1));
            }
        }
        return directory;
    }

    Iterable<SourceTable> tables() {
        return byOid.values();
    }

    /** Schemas that are not the system's, with tables or without. */
    Iterable<String> schemas() {
        return schemas;
    }

    /** The partitioned tables that this one belongs to, nearest first; empty for most tables. */
    List<SourceTable> ancestors(SourceTable table) {
        List<SourceTable> ancestors = new ArrayList<>();
        for (SourceTable t = byOid.get(table.parent()); t != null; t = byOid.get(t.parent())) {
            ancestors.add(t);
        }
        return ancestors;
    }
}
