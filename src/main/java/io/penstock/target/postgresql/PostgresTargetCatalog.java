package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableName;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the target's catalogue. Many tables a question, so that thousands of them cost a few round trips. The sessions'
 * search path is empty, so names are printed with their schema.
 */
final class PostgresTargetCatalog {
    private final SqlExecutor sql;

    PostgresTargetCatalog(SqlExecutor sql) {
        this.sql = sql;
    }

    /** The tables that exist among {@code names}. */
    Future<Map<TableName, CatalogTable>> tables(Collection<TableName> names) {
        if (names.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return ask(CatalogSql.COLUMNS, names)
                .map(rows -> new CatalogAssembly().columns(rows))
                .compose(assembly -> ask(CatalogSql.UNIQUES, names).map(assembly::uniques))
                .compose(assembly -> ask(CatalogSql.CONSTRAINTS, names).map(assembly::constraints))
                .map(CatalogAssembly::tables);
    }

    /** False for a table that has a row, itself or in a partition. */
    Future<Boolean> isEmpty(TableName table) {
        return sql.query(Statement.of("SELECT EXISTS (SELECT FROM " + Quoting.name(table) + ") AS filled"))
                .map(rows -> !(Boolean) rows.get(0).get("filled"));
    }

    /** Foreign keys that point at the table, as ALTER TABLE statements that drop them. */
    Future<List<String>> dropReferrers(TableName table) {
        return ask(CatalogSql.REFERRERS, List.of(table))
                .map(rows -> rows.stream()
                        .map(row -> "ALTER TABLE " + Quoting.name(table(row)) + " DROP CONSTRAINT "
                                + Quoting.identifier((String) row.get("name")))
                        .toList());
    }

    /** Which of these names are taken by tables, indexes, sequences or views. */
    Future<Set<QualifiedName>> taken(Collection<QualifiedName> names) {
        return askNamed(CatalogSql.RELATIONS, names)
                .map(rows -> rows.stream().map(PostgresTargetCatalog::name).collect(Collectors.toSet()));
    }

    /** Labels of enums, attributes of composite types, constraints of domains; a type without an entry is missing. */
    Future<Map<QualifiedName, List<String>>> typeParts(Collection<QualifiedName> names) {
        return askNamed(CatalogSql.TYPE_PARTS, names).map(rows -> {
            Map<QualifiedName, List<String>> parts = new HashMap<>();
            rows.forEach(row -> parts.put(name(row), strings((String) row.get("parts"))));
            return parts;
        });
    }

    Future<Set<String>> missingSchemas(Collection<String> names) {
        return filter(CatalogSql.MISSING_SCHEMAS, names);
    }

    /** @param texts type texts with or without modifiers, schema-qualified */
    Future<Set<String>> missingTypes(Collection<String> texts) {
        return filter(CatalogSql.MISSING_TYPES, texts);
    }

    /** @param texts qualified and quoted */
    Future<Set<String>> knownCollations(Collection<String> texts) {
        return filter(CatalogSql.KNOWN_COLLATIONS, texts);
    }

    static TableName table(Map<String, Object> row) {
        return new TableName((String) row.get("s"), (String) row.get("t"));
    }

    static List<String> strings(String json) {
        return new JsonArray(json).stream().map(String.class::cast).toList();
    }

    private static QualifiedName name(Map<String, Object> row) {
        return new QualifiedName((String) row.get("s"), (String) row.get("t"));
    }

    private Future<List<Map<String, Object>>> ask(String question, Collection<TableName> names) {
        return ask(question, names, TableName::schema, TableName::table);
    }

    private Future<List<Map<String, Object>>> askNamed(String question, Collection<QualifiedName> names) {
        return names.isEmpty()
                ? Future.succeededFuture(List.of())
                : ask(question, names, QualifiedName::schema, QualifiedName::name);
    }

    private <T> Future<List<Map<String, Object>>> ask(
            String question, Collection<T> names, Function<T, String> schema, Function<T, String> name) {
        String[] schemas = names.stream().map(schema).toArray(String[]::new);
        String[] tables = names.stream().map(name).toArray(String[]::new);
        return sql.query(new Statement(question, List.of(schemas, tables)));
    }

    private Future<Set<String>> filter(String question, Collection<String> texts) {
        if (texts.isEmpty()) {
            return Future.succeededFuture(Set.of());
        }
        Statement asked = new Statement(question, List.<Object>of((Object) texts.toArray(String[]::new)));
        return sql.query(asked)
                .map(rows -> rows.stream()
                        .map(row -> (String) row.get("text"))
                        .collect(Collectors.toCollection(HashSet::new)));
    }
}
