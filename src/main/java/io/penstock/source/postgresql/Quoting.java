package io.penstock.source.postgresql;

import io.penstock.model.TableName;
import java.util.Collection;
import java.util.stream.Collectors;

/** Names and texts as SQL writes them. Identifiers are always quoted, so case and odd characters survive. */
final class Quoting {
    private Quoting() {}

    static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    static String table(TableName name) {
        return identifier(name.schema()) + '.' + identifier(name.table());
    }

    static String tables(Collection<TableName> names) {
        return names.stream().map(Quoting::table).collect(Collectors.joining(", "));
    }

    static String identifiers(Collection<String> names) {
        return names.stream().map(Quoting::identifier).collect(Collectors.joining(", "));
    }

    /** For messages to people: {@code a.b, c.d}. */
    static String list(Collection<TableName> names) {
        return names.stream().map(TableName::toString).collect(Collectors.joining(", "));
    }
}
