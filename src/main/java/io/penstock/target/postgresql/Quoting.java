package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableName;
import java.util.Collection;
import java.util.stream.Collectors;

/** Names and texts as they stand in a statement. Names are quoted, always: case, blanks and keywords stay what they are. */
final class Quoting {
    private Quoting() {}

    static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String name(TableName name) {
        return identifier(name.schema()) + "." + identifier(name.table());
    }

    static String name(QualifiedName name) {
        return identifier(name.schema()) + "." + identifier(name.name());
    }

    static String identifiers(Collection<String> names) {
        return names.stream().map(Quoting::identifier).collect(Collectors.joining(", "));
    }

    /** With {@code standard_conforming_strings} on, as the sessions here have it. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
