package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableName;
import java.util.Collection;
import java.util.StringJoiner;

/** Names and texts as PostgreSQL reads them. Every name is quoted, always: case, blanks and keywords stay what they are. */
final class DdlNames {
    private DdlNames() {}

    static String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String of(TableName table) {
        return quote(table.schema()) + '.' + quote(table.table());
    }

    static String of(QualifiedName name) {
        return quote(name.schema()) + '.' + quote(name.name());
    }

    static String list(Collection<String> names) {
        StringJoiner text = new StringJoiner(", ");
        names.forEach(name -> text.add(quote(name)));
        return text.toString();
    }

    /** A text constant that means the same whatever standard_conforming_strings says. */
    static String literal(String text) {
        String doubled = text.replace("'", "''");
        return text.indexOf('\\') < 0 ? '\'' + doubled + '\'' : "E'" + doubled.replace("\\", "\\\\") + '\'';
    }
}
