package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import io.penstock.target.postgresql.TargetTable.TargetColumn;
import io.penstock.target.postgresql.TargetTable.UniqueKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts the rows of the catalogue questions together to tables. */
final class CatalogAssembly {
    private static final class Parts {
        private final List<TargetColumn> columns = new ArrayList<>();
        private final List<UniqueKey> uniques = new ArrayList<>();
        private final Set<String> required = new HashSet<>();
        private final Set<String> looselyEqual = new HashSet<>();
        private final Set<String> constraints = new HashSet<>();
        private final List<TableName> references = new ArrayList<>();
        private boolean partitioned;
        private boolean excluding;
        private boolean uniqueExpressions;
        private boolean deferrable;
    }

    private final Map<TableName, Parts> parts = new HashMap<>();

    CatalogAssembly columns(List<Map<String, Object>> rows) {
        for (Map<String, Object> row : rows) {
            Parts table = parts.computeIfAbsent(PostgresTargetCatalog.table(row), name -> new Parts());
            table.partitioned = is(row, "partitioned");
            String name = (String) row.get("name");
            if (name == null) {
                continue;
            }
            table.columns.add(new TargetColumn(
                    name,
                    (String) row.get("cast_type"),
                    (String) row.get("stored_type"),
                    (String) row.get("equality"),
                    is(row, "generated"),
                    is(row, "identity_always")));
            if (is(row, "required")) {
                table.required.add(name);
            }
            if (is(row, "loosely_equal")) {
                table.looselyEqual.add(name);
            }
        }
        return this;
    }

    CatalogAssembly uniques(List<Map<String, Object>> rows) {
        for (Map<String, Object> row : rows) {
            Parts table = parts.get(PostgresTargetCatalog.table(row));
            if (table == null) {
                continue;
            }
            table.deferrable |= is(row, "deferrable");
            table.uniqueExpressions |= is(row, "expressions") || is(row, "loosely_equal");
            if (!is(row, "expressions")) {
                table.uniques.add(new UniqueKey(
                        PostgresTargetCatalog.strings((String) row.get("columns")),
                        is(row, "primary"),
                        is(row, "deferrable"),
                        is(row, "partial")));
            }
        }
        return this;
    }

    CatalogAssembly constraints(List<Map<String, Object>> rows) {
        for (Map<String, Object> row : rows) {
            Parts table = parts.get(PostgresTargetCatalog.table(row));
            if (table == null) {
                continue;
            }
            table.constraints.add((String) row.get("name"));
            if ("x".equals(row.get("kind"))) {
                table.excluding = true;
                table.deferrable |= is(row, "deferrable");
            } else if ("f".equals(row.get("kind"))) {
                table.references.add(new TableName((String) row.get("fs"), (String) row.get("ft")));
            }
        }
        return this;
    }

    Map<TableName, CatalogTable> tables() {
        Map<TableName, CatalogTable> tables = new HashMap<>();
        parts.forEach((name, table) -> tables.put(
                name,
                new CatalogTable(
                        new TargetTable(name, table.columns, table.uniques, table.deferrable),
                        table.partitioned,
                        Set.copyOf(table.required),
                        Set.copyOf(table.looselyEqual),
                        Set.copyOf(table.constraints),
                        List.copyOf(table.references),
                        table.excluding,
                        table.uniqueExpressions)));
        return tables;
    }

    private static boolean is(Map<String, Object> row, String column) {
        return Boolean.TRUE.equals(row.get(column));
    }
}
