package io.penstock.source.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Partitioning;
import io.penstock.model.TableName;
import io.penstock.source.postgresql.CatalogTable.CatalogColumn;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads tables from the system catalogue: a handful of queries for any number of them. Texts of types and expressions
 * are schema-qualified, because the connections' search_path is empty.
 */
final class PostgresCatalog {
    private static final String TABLES = """
            SELECT c.oid, n.nspname, c.relname, c.relreplident, c.reltuples::bigint,
                   CASE WHEN c.relkind = 'p' THEN pg_catalog.pg_get_partkeydef(c.oid) END,
                   pn.nspname, pc.relname, pg_catalog.pg_get_expr(c.relpartbound, c.oid)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            LEFT JOIN pg_catalog.pg_inherits h ON h.inhrelid = c.oid AND c.relispartition
            LEFT JOIN pg_catalog.pg_class pc ON pc.oid = h.inhparent
            LEFT JOIN pg_catalog.pg_namespace pn ON pn.oid = pc.relnamespace
            WHERE c.oid = ANY (?) ORDER BY n.nspname, c.relname""";

    private static final String COLUMNS = """
            SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod,
                   pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, %1$s,
                   pg_catalog.pg_get_expr(d.adbin, d.adrelid),
                   CASE WHEN a.attcollation <> t.typcollation
                        THEN pg_catalog.quote_ident(cn.nspname) || '.' || pg_catalog.quote_ident(co.collname) END,
                   %2$s, c.relfilenode <> a.attrelid, c.relfilenode > d.oid
            FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
            JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
            LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
            LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation
            LEFT JOIN pg_catalog.pg_namespace cn ON cn.oid = co.collnamespace
            WHERE a.attrelid = ANY (?) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum""";

    /**
     * What rows have that were there when the column came, from 11 on. A partitioned table leaves it to its partitions.
     * The array has one element; where it seems to have more, its type's values have commas of their own (box).
     */
    private static final String MISSING_VALUE = """
            pg_catalog.array_to_string(COALESCE(a.attmissingval::text::text[],
              (SELECT p.attmissingval::text::text[]
               FROM pg_catalog.pg_inherits h JOIN pg_catalog.pg_attribute p ON p.attrelid = h.inhrelid
               WHERE h.inhparent = a.attrelid AND p.attname = a.attname AND p.atthasmissing LIMIT 1)), ',')""";

    private static final String COLUMN_NUMBERS =
            "SELECT attname, attnum FROM pg_catalog.pg_attribute WHERE attrelid = ? AND attnum > 0 AND NOT attisdropped";

    private final Connection connection;
    private final int majorVersion;

    PostgresCatalog(Connection connection) throws SQLException {
        this.connection = connection;
        this.majorVersion = connection.getMetaData().getDatabaseMajorVersion();
    }

    /** The tables with these oids that exist, by schema and name. */
    List<CatalogTable> read(Collection<Long> oids) throws SQLException {
        if (oids.isEmpty()) {
            return List.of();
        }
        Array tables = connection.createArrayOf("oid", oids.toArray());
        Map<Long, List<CatalogColumn>> columns = columns(tables);
        CatalogKeys keys = CatalogKeys.read(connection, tables, majorVersion);
        CatalogSequences sequences = CatalogSequences.read(connection, tables);
        CatalogTypes types = CatalogTypes.read(
                connection,
                majorVersion,
                columns.values().stream()
                        .flatMap(List::stream)
                        .map(CatalogColumn::typeOid)
                        .collect(Collectors.toSet()));
        List<CatalogTable> read = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(TABLES)) {
            statement.setArray(1, tables);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    read.add(table(row, columns, keys, sequences, types));
                }
            }
        }
        return read;
    }

    /** The permanent numbers of a table's columns, by name; empty where the table is gone. */
    Map<String, Integer> columnNumbers(long oid) throws SQLException {
        Map<String, Integer> numbers = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(COLUMN_NUMBERS)) {
            statement.setLong(1, oid);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    numbers.put(row.getString(1), row.getInt(2));
                }
            }
        }
        return numbers;
    }

    private static CatalogTable table(
            ResultSet row,
            Map<Long, List<CatalogColumn>> columns,
            CatalogKeys keys,
            CatalogSequences sequences,
            CatalogTypes types)
            throws SQLException {
        long oid = row.getLong(1);
        List<CatalogColumn> own = columns.getOrDefault(oid, List.of());
        TableName parent = row.getString(8) == null ? null : new TableName(row.getString(7), row.getString(8));
        String by = row.getString(6);
        return new CatalogTable(
                oid,
                new TableName(row.getString(2), row.getString(3)),
                row.getString(4).charAt(0),
                own,
                keys.primaryKey(oid),
                keys.identityIndex(oid),
                types.neededBy(own.stream().map(CatalogColumn::typeOid).toList()),
                sequences.of(oid),
                keys.constraints(oid),
                keys.indexes(oid),
                by == null && parent == null ? null : new Partitioning(by, parent, row.getString(9)),
                Math.max(-1, row.getLong(5)));
    }

    private Map<Long, List<CatalogColumn>> columns(Array tables) throws SQLException {
        Map<Long, List<CatalogColumn>> columns = new HashMap<>();
        String sql = COLUMNS.formatted(
                majorVersion >= 12 ? "a.attgenerated" : "''", majorVersion >= 11 ? MISSING_VALUE : "NULL");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, tables);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    columns.computeIfAbsent(row.getLong(1), oid -> new ArrayList<>())
                            .add(column(row));
                }
            }
        }
        return columns;
    }

    private static CatalogColumn column(ResultSet row) throws SQLException {
        boolean generated = !row.getString(9).isEmpty();
        String expression = row.getString(10);
        String identity =
                switch (row.getString(8)) {
                    case "a" -> "ALWAYS";
                    case "d" -> "BY DEFAULT";
                    default -> null;
                };
        String missing = row.getString(12);
        boolean notNull = row.getBoolean(7);
        boolean filled = !generated && (expression != null || identity != null || notNull);
        // A table that was written anew has a file of another number, and its missing values have gone into its rows.
        boolean rewritten = filled && missing == null && row.getBoolean(13);
        if (rewritten && row.getBoolean(14)) {
            // The default is older than the file: what was filled in was its value, if it has just one.
            missing = ConstantText.of(expression);
        }
        boolean olderUnknown = rewritten && missing == null;
        return new CatalogColumn(
                new Column(row.getString(3), row.getString(6), row.getInt(2)),
                (int) row.getLong(4),
                row.getInt(5),
                new ColumnDetails(
                        notNull,
                        generated ? null : expression,
                        identity,
                        generated ? expression : null,
                        row.getString(11),
                        missing,
                        olderUnknown));
    }

    /** Type texts for pairs of type and modifier, as {@code format_type} prints them. */
    Map<Long, String> typeTexts(Collection<Long> pairs) throws SQLException {
        Map<Long, String> texts = new LinkedHashMap<>();
        Long[] oids = pairs.stream().map(p -> p >>> 32).toArray(Long[]::new);
        Integer[] modifiers = pairs.stream().map(Long::intValue).toArray(Integer[]::new);
        String sql =
                "SELECT t, m, pg_catalog.format_type(t, m), EXISTS (SELECT FROM pg_catalog.pg_type x WHERE x.oid = t)"
                        + " FROM unnest(?::pg_catalog.oid[], ?::pg_catalog.int4[]) AS u (t, m)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("oid", oids));
            statement.setArray(2, connection.createArrayOf("int4", modifiers));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    if (row.getBoolean(4)) {
                        texts.put(row.getLong(1) << 32 | row.getInt(2) & 0xFFFF_FFFFL, row.getString(3));
                    }
                }
            }
        }
        return texts;
    }

    /** The partitioned tables that a table belongs to today, nearest first. */
    List<TableName> ancestors(long oid) throws SQLException {
        String sql = """
                WITH RECURSIVE up (oid, depth) AS (
                  SELECT h.inhparent, 1 FROM pg_catalog.pg_inherits h JOIN pg_catalog.pg_class c ON c.oid = h.inhrelid
                  WHERE h.inhrelid = ? AND c.relispartition
                  UNION ALL
                  SELECT h.inhparent, depth + 1 FROM up JOIN pg_catalog.pg_inherits h ON h.inhrelid = up.oid
                  JOIN pg_catalog.pg_class c ON c.oid = h.inhrelid AND c.relispartition)
                SELECT n.nspname, c.relname FROM up JOIN pg_catalog.pg_class c ON c.oid = up.oid
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace ORDER BY up.depth""";
        List<TableName> names = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, oid);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    names.add(new TableName(row.getString(1), row.getString(2)));
                }
            }
        }
        return names;
    }
}
