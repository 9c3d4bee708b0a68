package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.Quoting.identifier;
import static io.penstock.target.postgresql.Quoting.literal;

import io.penstock.model.Column;
import io.penstock.model.QualifiedName;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.CompositeType;
import io.penstock.model.TypeDefinition.DomainType;
import io.penstock.model.TypeDefinition.EnumType;
import io.penstock.model.TypeDefinition.RangeType;
import java.util.StringJoiner;

/** The text that makes and changes user-defined types. */
final class DdlTypes {
    private DdlTypes() {}

    static String create(TypeDefinition type) {
        String name = Quoting.name(type.name());
        if (type instanceof EnumType labels) {
            return "CREATE TYPE " + name + " AS ENUM (" + labels(labels) + ")";
        }
        if (type instanceof DomainType domain) {
            return domain(name, domain);
        }
        if (type instanceof CompositeType composite) {
            return composite(name, composite);
        }
        return range(name, (RangeType) type);
    }

    private static String labels(EnumType type) {
        StringJoiner text = new StringJoiner(", ");
        type.labels().forEach(label -> text.add(literal(label)));
        return text.toString();
    }

    private static String domain(String name, DomainType type) {
        StringBuilder text = new StringBuilder("CREATE DOMAIN " + name + " AS " + type.baseType());
        if (type.collation() != null) {
            text.append(" COLLATE ").append(type.collation());
        }
        if (type.defaultExpression() != null) {
            text.append(" DEFAULT ").append(type.defaultExpression());
        }
        if (type.notNull()) {
            text.append(" NOT NULL");
        }
        type.checks().forEach(check -> text.append(' ').append(check));
        return text.toString();
    }

    private static String composite(String name, CompositeType type) {
        StringJoiner text = new StringJoiner(", ", "CREATE TYPE " + name + " AS (", ")");
        for (Column attribute : type.attributes()) {
            text.add(identifier(attribute.name()) + ' ' + attribute.type());
        }
        return text.toString();
    }

    private static String range(String name, RangeType type) {
        StringJoiner text = new StringJoiner(", ", "CREATE TYPE " + name + " AS RANGE (", ")");
        text.add("SUBTYPE = " + type.subtype());
        if (type.operatorClass() != null) {
            text.add("SUBTYPE_OPCLASS = " + type.operatorClass());
        }
        if (type.collation() != null) {
            text.add("COLLATION = " + type.collation());
        }
        if (type.multirangeName() != null) {
            text.add("MULTIRANGE_TYPE_NAME = " + multirange(type));
        }
        return text.toString();
    }

    /** Without a schema the server would look for one in the search path, which is empty. */
    private static String multirange(RangeType type) {
        String name = type.multirangeName();
        if (name.indexOf('.') >= 0) {
            return name;
        }
        return identifier(type.name().schema()) + '.' + (name.startsWith("\"") ? name : identifier(name));
    }

    /** @param place {@code BEFORE} or {@code AFTER}; null for the end */
    static String addLabel(QualifiedName type, String label, String place, String neighbour) {
        return "ALTER TYPE " + Quoting.name(type) + " ADD VALUE IF NOT EXISTS " + literal(label)
                + (place == null ? "" : ' ' + place + ' ' + literal(neighbour));
    }

    static String renameLabel(QualifiedName type, String from, String to) {
        return "ALTER TYPE " + Quoting.name(type) + " RENAME VALUE " + literal(from) + " TO " + literal(to);
    }

    static String addAttribute(QualifiedName type, Column attribute) {
        return "ALTER TYPE " + Quoting.name(type) + " ADD ATTRIBUTE " + identifier(attribute.name()) + ' '
                + attribute.type();
    }
}
