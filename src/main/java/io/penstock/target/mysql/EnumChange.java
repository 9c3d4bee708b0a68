package io.penstock.target.mysql;

import static io.penstock.target.mysql.Quoting.identifier;
import static io.penstock.target.mysql.Quoting.literal;

import io.penstock.model.Column;
import io.penstock.model.Product;
import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TypeDefinition.EnumType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The statements that give ENUM columns the labels that the source's types have now. PostgreSQL only adds labels and
 * renames them; rows follow a new name by an UPDATE.
 *
 * @param renames by type, what a label is called now by what it was called
 */
record EnumChange(TableDefinition definition, TargetTable there, Map<QualifiedName, Map<String, String>> renames) {
    List<String> statements() {
        List<String> statements = new ArrayList<>();
        if (definition.schema().product() != Product.POSTGRESQL) {
            return statements;
        }
        for (Column column : TableDdl.written(definition)) {
            SourceType source = SourceType.of(Product.POSTGRESQL, column.type(), definition.types());
            TargetColumn target = there.column(column.name());
            if (target != null && target.isEnum() && !source.labels().isEmpty()) {
                change(column.name(), target, source.labels(), renamed(source), statements);
            }
        }
        return statements;
    }

    private Map<String, String> renamed(SourceType source) {
        return definition.types().stream()
                .filter(type -> type instanceof EnumType e && e.labels().equals(source.labels()))
                .map(type -> renames.getOrDefault(type.name(), Map.of()))
                .findFirst()
                .orElse(Map.of());
    }

    private void change(
            String column,
            TargetColumn target,
            List<String> wanted,
            Map<String, String> renamed,
            List<String> statements) {
        List<String> found = labels(target.columnType());
        if (found.equals(wanted)) {
            return;
        }
        List<String> gone = new ArrayList<>(found);
        gone.removeAll(wanted);
        if (gone.isEmpty()) {
            statements.add(modify(column, target, wanted));
            return;
        }
        if (!renamed.keySet().containsAll(gone)) {
            gone.removeAll(renamed.keySet());
            throw Refusal.of(
                    "The labels " + gone + " of " + there.name() + "." + column + " are unknown on the source",
                    "change the target's column to the source's labels " + wanted);
        }
        List<String> both = new ArrayList<>(wanted);
        both.addAll(gone);
        statements.add(modify(column, target, both));
        for (String label : gone) {
            statements.add("UPDATE " + Quoting.name(there.name()) + " SET " + identifier(column) + " = "
                    + literal(renamed.get(label)) + " WHERE " + identifier(column) + " = " + literal(label));
        }
        statements.add(modify(column, target, wanted));
    }

    private String modify(String column, TargetColumn target, List<String> labels) {
        return TableChange.alter(
                there.name(),
                List.of("MODIFY COLUMN " + identifier(column)
                        + labels.stream().map(Quoting::literal).collect(Collectors.joining(",", " enum(", ")"))
                        + " CHARACTER SET utf8mb4 COLLATE " + target.collation()
                        + (target.nullable() ? " NULL" : " NOT NULL")));
    }

    /** Of a type such as {@code enum('a','it''s')}. */
    static List<String> labels(String columnType) {
        List<String> labels = new ArrayList<>();
        StringBuilder label = null;
        for (int i = 0; i < columnType.length(); i++) {
            char c = columnType.charAt(i);
            if (label == null) {
                label = c == '\'' ? new StringBuilder() : null;
            } else if (c != '\'') {
                label.append(c);
            } else if (i + 1 < columnType.length() && columnType.charAt(i + 1) == '\'') {
                label.append('\'');
                i++;
            } else {
                labels.add(label.toString());
                label = null;
            }
        }
        return labels;
    }
}
