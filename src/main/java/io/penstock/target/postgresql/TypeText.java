package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.CompositeType;
import io.penstock.model.TypeDefinition.DomainType;
import io.penstock.model.TypeDefinition.RangeType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what format_type printed. */
final class TypeText {
    private TypeText() {}

    /** The type's name without array brackets and modifier, or null for a built-in type. */
    static QualifiedName nameOf(String text) {
        int[] at = {0};
        String schema = identifier(text, at);
        if (at[0] >= text.length() || text.charAt(at[0]) != '.') {
            return null;
        }
        at[0]++;
        String name = identifier(text, at);
        return schema.isEmpty() || name.isEmpty() ? null : new QualifiedName(schema, name);
    }

    private static String identifier(String text, int[] at) {
        StringBuilder name = new StringBuilder();
        boolean quoted = at[0] < text.length() && text.charAt(at[0]) == '"';
        for (int i = at[0] + (quoted ? 1 : 0); i < text.length(); i++) {
            char c = text.charAt(i);
            boolean doubled = c == '"' && text.startsWith("\"\"", i);
            boolean ends = quoted ? c == '"' && !doubled : ".([ ".indexOf(c) >= 0;
            if (ends) {
                at[0] = i + (quoted ? 1 : 0);
                return name.toString();
            }
            name.append(c);
            i += doubled ? 1 : 0;
        }
        at[0] = text.length();
        return name.toString();
    }

    /** All type texts that the tables need, each with what needs it, for messages. */
    static Map<String, String> needed(List<TableDefinition> tables) {
        Map<String, String> needed = new LinkedHashMap<>();
        for (TableDefinition table : tables) {
            for (Column column : table.schema().columns()) {
                needed.putIfAbsent(column.type(), "column " + table.name() + "." + column.name());
            }
            for (TypeDefinition type : table.types()) {
                inner(type).forEach(text -> needed.putIfAbsent(text, "type " + type.name()));
            }
        }
        return needed;
    }

    private static List<String> inner(TypeDefinition type) {
        if (type instanceof DomainType domain) {
            return List.of(domain.baseType());
        }
        if (type instanceof CompositeType composite) {
            return composite.attributes().stream().map(Column::type).toList();
        }
        return type instanceof RangeType range ? List.of(range.subtype()) : List.of();
    }
}
