package io.penstock.target.mysql;

import io.penstock.model.TableName;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.mysql.TargetTable.UniqueKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Asks the target's catalogue for tables. */
record MysqlCatalog(SqlExecutor sql) {
    private static final String COLUMNS = "SELECT table_schema AS s, table_name AS t, column_name AS c,"
            + " data_type AS d, CONVERT(column_type USING utf8mb4) AS ct,"
            + " CAST(COALESCE(character_maximum_length, -1) AS SIGNED) AS l,"
            + " CAST(COALESCE(numeric_precision, -1) AS SIGNED) AS p,"
            + " CAST(COALESCE(numeric_scale, datetime_precision, -1) AS SIGNED) AS sc, is_nullable AS n,"
            + " column_default IS NOT NULL OR extra LIKE '%auto_increment%' AS df,"
            + " extra LIKE '%GENERATED%' AND extra NOT LIKE '%DEFAULT_GENERATED%' AS g, collation_name AS co"
            + " FROM information_schema.columns WHERE (table_schema, table_name) IN (";

    private static final String KEYS = "SELECT table_schema AS s, table_name AS t, index_name AS i, column_name AS c,"
            + " sub_part AS sp FROM information_schema.statistics WHERE non_unique = 0"
            + " AND (table_schema, table_name) IN (";

    private static final String TRIGGERS = "SELECT event_object_schema AS s, event_object_table AS t, trigger_name AS n"
            + " FROM information_schema.triggers WHERE (event_object_schema, event_object_table) IN (";

    /** Those of the tables that are there. @param names on the target */
    Future<Map<TableName, TargetTable>> tables(Collection<TableName> names) {
        if (names.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String list = names.stream()
                .map(n -> "(" + Quoting.literal(n.schema()) + ", " + Quoting.literal(n.table()) + ")")
                .distinct()
                .collect(Collectors.joining(", "));
        return sql.query(Statement.of(COLUMNS + list + ") ORDER BY table_schema, table_name, ordinal_position"))
                .compose(columns -> sql.query(
                                Statement.of(KEYS + list + ") ORDER BY table_schema, table_name, index_name ="
                                        + " 'PRIMARY' DESC, index_name, seq_in_index"))
                        .compose(keys -> sql.query(Statement.of(TRIGGERS + list + ")"))
                                .map(triggers -> assembled(columns, keys, triggers))));
    }

    private static Map<TableName, TargetTable> assembled(
            List<Map<String, Object>> columns, List<Map<String, Object>> keys, List<Map<String, Object>> triggers) {
        Map<TableName, List<TargetColumn>> byTable = new LinkedHashMap<>();
        for (Map<String, Object> row : columns) {
            byTable.computeIfAbsent(name(row), n -> new ArrayList<>()).add(column(row));
        }
        Map<TableName, Map<String, List<String>>> unique = new HashMap<>();
        Set<TableName> odd = new HashSet<>();
        for (Map<String, Object> row : keys) {
            List<String> key = unique.computeIfAbsent(name(row), n -> new LinkedHashMap<>())
                    .computeIfAbsent((String) row.get("i"), i -> new ArrayList<>());
            if (row.get("c") == null || row.get("sp") != null) {
                odd.add(name(row));
            }
            key.add((String) row.get("c"));
        }
        Map<TableName, List<String>> fired = triggers.stream()
                .collect(Collectors.groupingBy(
                        MysqlCatalog::name, Collectors.mapping(row -> (String) row.get("n"), Collectors.toList())));
        Map<TableName, TargetTable> tables = new LinkedHashMap<>();
        byTable.forEach((name, list) -> tables.put(
                name,
                new TargetTable(
                        name,
                        list,
                        unique.getOrDefault(name, Map.of()).entrySet().stream()
                                .filter(key -> !key.getValue().contains(null))
                                .map(key -> new UniqueKey(
                                        key.getKey(),
                                        key.getValue(),
                                        key.getKey().equals("PRIMARY")))
                                .toList(),
                        odd.contains(name),
                        fired.getOrDefault(name, List.of()))));
        return tables;
    }

    private static TableName name(Map<String, Object> row) {
        return new TableName((String) row.get("s"), (String) row.get("t"));
    }

    private static TargetColumn column(Map<String, Object> row) {
        return new TargetColumn(
                (String) row.get("c"),
                (String) row.get("d"),
                (String) row.get("ct"),
                number(row, "l"),
                (int) number(row, "p"),
                (int) number(row, "sc"),
                "YES".equals(row.get("n")),
                number(row, "df") != 0,
                number(row, "g") != 0,
                (String) row.get("co"));
    }

    private static long number(Map<String, Object> row, String column) {
        return row.get(column) == null ? 0 : ((Number) row.get(column)).longValue();
    }
}
