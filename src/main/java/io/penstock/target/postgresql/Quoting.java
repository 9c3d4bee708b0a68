package io.penstock.target.postgresql;

import io.penstock.model.TableName;

/** Names and texts as they stand in a statement. */
final class Quoting {
    private Quoting() {}

    static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String table(TableName name) {
        return identifier(name.schema()) + "." + identifier(name.table());
    }

    /** With {@code standard_conforming_strings} on, as the sessions here have it. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
