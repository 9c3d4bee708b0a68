package io.penstock.source.postgresql;

import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableName;
import io.penstock.source.postgresql.CatalogTable.CatalogConstraint;
import io.penstock.source.postgresql.CatalogTable.CatalogIndex;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Constraints and indexes of tables. */
final class CatalogKeys {
    /**
     * NOT NULL constraints (kind n, PostgreSQL 18) are said with the columns. A foreign key to a partitioned table has
     * a copy on the same table for each partition; those are not listed.
     */
    private static final String CONSTRAINTS = """
            SELECT k.conrelid, k.conname, k.contype, k.condeferrable, pg_catalog.pg_get_constraintdef(k.oid),
                   ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u (num, place)
                         JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num ORDER BY u.place),
                   fn.nspname, fc.relname, %1$s <> 0 OR k.contype = 'c' AND k.coninhcount > 0
            FROM pg_catalog.pg_constraint k
            LEFT JOIN pg_catalog.pg_class fc ON k.contype = 'f' AND fc.oid = k.confrelid
            LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = fc.relnamespace
            WHERE k.conrelid = ANY (?) AND k.contype IN ('p', 'u', 'c', 'x', 'f')
              AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint up WHERE up.oid = %1$s AND up.conrelid = k.conrelid)
            ORDER BY k.conrelid, k.contype <> 'p', k.conname""";

    private static final String INDEXES = """
            SELECT i.indrelid, i.indisprimary, i.indisreplident, pg_catalog.pg_get_indexdef(i.indexrelid),
                   ARRAY(SELECT a.attname::text FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS u (num, place)
                         JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = u.num
                         WHERE u.place <= %s ORDER BY u.place),
                   ARRAY(SELECT a.attname::text FROM pg_catalog.pg_depend d
                         JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
                         WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = i.indexrelid
                           AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid = i.indrelid),
                   EXISTS (SELECT FROM pg_catalog.pg_constraint k
                           WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
                     OR NOT (i.indisvalid OR c.relkind = 'I'),
                   pg_catalog.quote_ident(c.relname), c.relispartition
            FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
            WHERE i.indrelid = ANY (?) ORDER BY i.indrelid, c.relname""";

    private final Map<Long, List<CatalogConstraint>> constraints = new HashMap<>();
    private final Map<Long, List<CatalogIndex>> indexes = new HashMap<>();
    private final Map<Long, List<String>> primaryKeys = new HashMap<>();
    private final Map<Long, List<String>> identityIndexes = new HashMap<>();

    private CatalogKeys() {}

    static CatalogKeys read(Connection connection, Array tables, int majorVersion) throws SQLException {
        CatalogKeys keys = new CatalogKeys();
        String parent = majorVersion >= 11 ? "k.conparentid" : "0";
        try (PreparedStatement statement = connection.prepareStatement(CONSTRAINTS.formatted(parent))) {
            statement.setArray(1, tables);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    keys.constraints
                            .computeIfAbsent(row.getLong(1), oid -> new ArrayList<>())
                            .add(constraint(row));
                }
            }
        }
        String keyColumns = majorVersion >= 11 ? "i.indnkeyatts" : "i.indnatts";
        try (PreparedStatement statement = connection.prepareStatement(INDEXES.formatted(keyColumns))) {
            statement.setArray(1, tables);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    keys.index(row);
                }
            }
        }
        return keys;
    }

    private static CatalogConstraint constraint(ResultSet row) throws SQLException {
        ConstraintKind kind =
                switch (row.getString(3)) {
                    case "p" -> ConstraintKind.PRIMARY_KEY;
                    case "u" -> ConstraintKind.UNIQUE;
                    case "c" -> ConstraintKind.CHECK;
                    case "x" -> ConstraintKind.EXCLUSION;
                    default -> ConstraintKind.FOREIGN_KEY;
                };
        TableName references = row.getString(8) == null ? null : new TableName(row.getString(7), row.getString(8));
        return new CatalogConstraint(
                new Constraint(row.getString(2), kind, names(row, 6), row.getBoolean(4), references, row.getString(5)),
                row.getBoolean(9));
    }

    private void index(ResultSet row) throws SQLException {
        long table = row.getLong(1);
        if (row.getBoolean(2)) {
            primaryKeys.put(table, names(row, 5));
        }
        if (row.getBoolean(3)) {
            identityIndexes.put(table, names(row, 5));
        }
        if (!row.getBoolean(7)) {
            indexes.computeIfAbsent(table, oid -> new ArrayList<>())
                    .add(new CatalogIndex(
                            onAllPartitions(row.getString(4), row.getString(8)), names(row, 6), row.getBoolean(9)));
        }
    }

    /** The server prints a partitioned index for itself alone; made anew it has to reach the partitions. */
    private static String onAllPartitions(String sql, String index) {
        String only = " INDEX " + index + " ON ONLY ";
        return sql.replace(only, " INDEX " + index + " ON ");
    }

    private static List<String> names(ResultSet row, int column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    List<CatalogConstraint> constraints(long table) {
        return constraints.getOrDefault(table, List.of());
    }

    List<CatalogIndex> indexes(long table) {
        return indexes.getOrDefault(table, List.of());
    }

    /** Names in key order; empty without one. */
    List<String> primaryKey(long table) {
        return primaryKeys.getOrDefault(table, List.of());
    }

    List<String> identityIndex(long table) {
        return identityIndexes.getOrDefault(table, List.of());
    }
}
