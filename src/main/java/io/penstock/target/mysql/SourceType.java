package io.penstock.target.mysql;

import io.penstock.model.Product;
import io.penstock.model.QualifiedName;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.DomainType;
import io.penstock.model.TypeDefinition.EnumType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A type of the source, with domains followed to what they are made of.
 *
 * @param name without modifier, in the source's words; {@code enum} for PostgreSQL's enums
 * @param modifiers the numbers in brackets; none where there are none
 * @param text as the source wrote it
 * @param labels of an enum of PostgreSQL, otherwise none
 */
record SourceType(Product product, String name, List<Integer> modifiers, String text, List<String> labels) {
    private static final Pattern MODIFIED = Pattern.compile("^(.*?)\\(([-0-9, ]+)\\)(.*)$");

    static SourceType of(Product product, String type, List<TypeDefinition> types) {
        if (product == Product.POSTGRESQL) {
            for (TypeDefinition defined : types) {
                if (isCalled(defined.name(), type)) {
                    return ofDefined(defined, type, types);
                }
            }
        }
        Matcher modified = MODIFIED.matcher(type);
        if (!modified.matches() || type.endsWith("]")) {
            return new SourceType(product, type.toLowerCase(Locale.ROOT), List.of(), type, List.of());
        }
        List<Integer> numbers = new ArrayList<>();
        for (String number : modified.group(2).split(",")) {
            numbers.add(Integer.valueOf(number.strip()));
        }
        String name = (modified.group(1).strip() + modified.group(3)).toLowerCase(Locale.ROOT);
        return new SourceType(product, name.strip(), numbers, type, List.of());
    }

    private static SourceType ofDefined(TypeDefinition defined, String type, List<TypeDefinition> types) {
        if (defined instanceof DomainType domain) {
            return of(Product.POSTGRESQL, domain.baseType(), types);
        }
        List<String> labels = defined instanceof EnumType e ? e.labels() : List.of();
        return new SourceType(Product.POSTGRESQL, defined instanceof EnumType ? "enum" : type, List.of(), type, labels);
    }

    /** Type texts are schema-qualified, and quoted where they must be. */
    private static boolean isCalled(QualifiedName name, String type) {
        return type.equals(part(name.schema()) + "." + part(name.name()))
                || type.equals('"' + name.schema() + "\".\"" + name.name() + '"')
                || type.equals(name.schema() + "." + name.name());
    }

    private static String part(String name) {
        return name.matches("[a-z_][a-z0-9_$]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    int modifier(int index, int otherwise) {
        return index < modifiers.size() ? modifiers.get(index) : otherwise;
    }

    boolean isArray() {
        return name.endsWith("[]");
    }

    /** Whether its values are written as {@code \x} and hexadecimal digits. */
    boolean isBinary() {
        if (product == Product.POSTGRESQL) {
            return name.equals("bytea");
        }
        return name.contains("blob")
                || name.contains("binary")
                || name.matches("geometry|point|linestring|polygon|multi(point|linestring|polygon)|geom.*|vector");
    }

    /** Whether its values are written as zeros and ones. */
    boolean isBits() {
        return name.equals("bit") || name.equals("bit varying");
    }
}
