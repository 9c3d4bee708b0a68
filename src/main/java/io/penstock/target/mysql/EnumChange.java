package io.penstock.target.mysql;

import static io.penstock.target.mysql.Quoting.identifier;
import static io.penstock.target.mysql.Quoting.literal;

import io.penstock.model.Column;
import io.penstock.model.Product;
import io.penstock.model.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The statements that give ENUM columns the labels that the source's types have now. PostgreSQL only adds labels and
 * renames them, so what is missing on the source was renamed; rows follow a new name by an UPDATE.
 */
record EnumChange(TableDefinition definition, TargetTable there) {
    List<String> statements() {
        List<String> statements = new ArrayList<>();
        if (definition.schema().product() != Product.POSTGRESQL) {
            return statements;
        }
        for (Column column : TableDdl.written(definition)) {
            SourceType source = SourceType.of(Product.POSTGRESQL, column.type(), definition.types());
            TargetColumn target = there.column(column.name());
            if (target != null && target.isEnum() && !source.labels().isEmpty()) {
                change(column.name(), target, source.labels(), statements);
            }
        }
        return statements;
    }

    private void change(String column, TargetColumn target, List<String> wanted, List<String> statements) {
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
        List<String> fresh = new ArrayList<>(wanted);
        fresh.removeAll(found);
        if (fresh.size() < gone.size()) {
            throw Refusal.of(
                    "The labels " + gone + " of " + definition.name() + "." + column + " are unknown on the source",
                    "change the target's column to the source's labels " + wanted);
        }
        List<String> both = new ArrayList<>(wanted);
        both.addAll(gone);
        statements.add(modify(column, target, both));
        for (String label : gone) {
            // Labels keep their places among those that stay: the one behind as many of the known ones is its new name.
            String name = renamed(label, found, wanted, fresh);
            fresh.remove(name);
            statements.add("UPDATE " + Quoting.name(there.name()) + " SET " + identifier(column) + " = " + literal(name)
                    + " WHERE " + identifier(column) + " = " + literal(label));
        }
        statements.add(modify(column, target, wanted));
    }

    private static String renamed(String label, List<String> found, List<String> wanted, List<String> fresh) {
        List<String> before = found.subList(0, found.indexOf(label)).stream()
                .filter(wanted::contains)
                .toList();
        int from = before.isEmpty() ? 0 : wanted.indexOf(before.get(before.size() - 1)) + 1;
        for (String name : wanted.subList(from, wanted.size())) {
            if (fresh.contains(name)) {
                return name;
            }
        }
        return fresh.get(0);
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
