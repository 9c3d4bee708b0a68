package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TypeDefinition.EnumType;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table {@code penstock.labels}: which label of the source each label of the target's enums is. The stream tells
 * rows by names, and a name alone can't tell a label that was renamed from one that was added.
 */
final class EnumLedger {
    private static final Set<String> MADE_MEANWHILE = Set.of("23505", "42P07");
    private static final Statement EXISTS =
            Statement.of("SELECT pg_catalog.to_regclass('penstock.labels')::text AS found");
    private static final Statement CREATE = Statement.of("""
            CREATE TABLE IF NOT EXISTS penstock.labels (
              schema_name text NOT NULL, type_name text NOT NULL, source_id bigint NOT NULL, label text NOT NULL,
              PRIMARY KEY (schema_name, type_name, source_id))""");
    private static final Statement LOAD =
            Statement.of("SELECT schema_name AS s, type_name AS t, source_id, label FROM penstock.labels");
    /** Of what the source has and the target has by that name; the identifiers of a type that is gone go too. */
    private static final String SAVE = """
            WITH source AS (
              SELECT id, label FROM unnest($3::bigint[], $4::text[]) AS u (id, label)
              WHERE EXISTS (
                SELECT FROM pg_catalog.pg_enum e JOIN pg_catalog.pg_type t ON t.oid = e.enumtypid
                JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
                WHERE n.nspname = $1::text::name AND t.typname = $2::text::name AND e.enumlabel = u.label::name)),
            gone AS (
              DELETE FROM penstock.labels
              WHERE schema_name = $1::text AND type_name = $2::text AND NOT source_id = ANY ($3::bigint[]))
            INSERT INTO penstock.labels (schema_name, type_name, source_id, label)
            SELECT $1::text, $2::text, id, label FROM source
            ON CONFLICT (schema_name, type_name, source_id) DO UPDATE SET label = excluded.label
            WHERE labels.label <> excluded.label""";

    private final SqlExecutor sql;

    EnumLedger(SqlExecutor sql) {
        this.sql = sql;
    }

    /** For each type the source's identifier of each label of the target, as far as it is known. */
    Future<Map<QualifiedName, Map<String, Long>>> load() {
        return created().compose(done -> sql.query(LOAD)).map(rows -> {
            Map<QualifiedName, Map<String, Long>> ids = new HashMap<>();
            rows.forEach(row -> ids.computeIfAbsent(
                            new QualifiedName((String) row.get("s"), (String) row.get("t")), n -> new HashMap<>())
                    .put((String) row.get("label"), ((Number) row.get("source_id")).longValue()));
            return ids;
        });
    }

    /** Writes down what the target has by now. */
    Future<Void> save(EnumType type) {
        if (type.labelIds().isEmpty()) {
            return Future.succeededFuture();
        }
        return sql.query(new Statement(
                        SAVE,
                        List.of(
                                type.name().schema(),
                                type.name().name(),
                                type.labelIds().toArray(Long[]::new),
                                type.labels().toArray(String[]::new))))
                .mapEmpty();
    }

    private Future<Void> created() {
        return sql.query(EXISTS)
                .compose(rows -> rows.get(0).get("found") != null
                        ? Future.succeededFuture()
                        : sql.query(CREATE)
                                .recover(e -> e instanceof TargetException t && MADE_MEANWHILE.contains(t.code())
                                        ? Future.succeededFuture(List.of())
                                        : Future.failedFuture(e)))
                .mapEmpty();
    }
}
