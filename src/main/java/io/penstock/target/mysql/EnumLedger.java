package io.penstock.target.mysql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.EnumType;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table {@code penstock.labels}: what each label of a type of the source was called when the target was last brought
 * up to it. A renaming keeps the source's identifier of the label, so that it can be told from a new one.
 */
record EnumLedger(SqlExecutor sql) {
    private static final String CREATE = "CREATE DATABASE IF NOT EXISTS penstock CHARACTER SET utf8mb4;"
            + " CREATE TABLE IF NOT EXISTS penstock.labels (type_schema varchar(64), type_name varchar(64), id bigint,"
            + " label varchar(255) NOT NULL, PRIMARY KEY (type_schema, type_name, id))"
            + " ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    private static final String SAVE =
            "INSERT INTO penstock.labels (type_schema, type_name, id, label) VALUES (?, ?, ?, ?) ON DUPLICATE KEY UPDATE ";

    /** Writes down the labels that are not yet known; a known one keeps the name that the target has for it. */
    Future<Void> noted(Collection<TypeDefinition> types) {
        return saved(types, "label = label");
    }

    /** The target has these names now. */
    Future<Void> renewed(Collection<TypeDefinition> types) {
        return saved(types, "label = VALUES(label)");
    }

    private Future<Void> saved(Collection<TypeDefinition> types, String known) {
        List<Statement> statements = new ArrayList<>();
        for (TypeDefinition type : types) {
            if (type instanceof EnumType labels) {
                for (int i = 0; i < labels.labelIds().size(); i++) {
                    statements.add(Statement.of(
                            SAVE + known,
                            labels.name().schema(),
                            labels.name().name(),
                            labels.labelIds().get(i),
                            labels.labels().get(i)));
                }
            }
        }
        if (statements.isEmpty()) {
            return Future.succeededFuture();
        }
        return sql.query(Statement.of(CREATE))
                .compose(made -> sql.transaction(statements))
                .mapEmpty();
    }

    /** By type: what a label is called now, by what it was called. Only where that differs. */
    Future<Map<QualifiedName, Map<String, String>>> renames(Collection<TypeDefinition> types) {
        return sql.query(Statement.of(CREATE + "; SELECT type_schema, type_name, id, label FROM penstock.labels"))
                .map(rows -> {
                    Map<QualifiedName, Map<String, String>> renames = new HashMap<>();
                    for (Map<String, Object> row : rows) {
                        QualifiedName name =
                                new QualifiedName((String) row.get("type_schema"), (String) row.get("type_name"));
                        long id = ((Number) row.get("id")).longValue();
                        types.stream()
                                .filter(type -> type.name().equals(name) && type instanceof EnumType)
                                .map(EnumType.class::cast)
                                .filter(type -> type.labelIds().contains(id))
                                .map(type -> type.labels().get(type.labelIds().indexOf(id)))
                                .filter(label -> !label.equals(row.get("label")))
                                .forEach(label -> renames.computeIfAbsent(name, n -> new HashMap<>())
                                        .put((String) row.get("label"), label));
                    }
                    return renames;
                });
    }
}
