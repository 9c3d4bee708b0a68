package io.penstock.target.mysql;

import io.penstock.model.TableName;
import java.util.Collection;
import java.util.stream.Collectors;

/** Names and texts as they stand in a statement. The sessions' sql_mode takes a backslash for a backslash. */
final class Quoting {
    private Quoting() {}

    static String identifier(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    static String identifiers(Collection<String> names) {
        return names.stream().map(Quoting::identifier).collect(Collectors.joining(", "));
    }

    static String name(TableName name) {
        return identifier(name.schema()) + "." + identifier(name.table());
    }

    static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
