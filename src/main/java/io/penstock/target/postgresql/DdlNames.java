package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableName;
import java.util.Collection;
import java.util.StringJoiner;

/** Names in DDL. Every one is quoted, always: case, blanks and keywords stay what they are. */
final class DdlNames {
    private DdlNames() {}

    static String quote(String name) {
        return Quoting.identifier(name);
    }

    static String of(TableName table) {
        return Quoting.table(table);
    }

    static String of(QualifiedName name) {
        return quote(name.schema()) + '.' + quote(name.name());
    }

    static String list(Collection<String> names) {
        StringJoiner text = new StringJoiner(", ");
        names.forEach(name -> text.add(quote(name)));
        return text.toString();
    }
}
