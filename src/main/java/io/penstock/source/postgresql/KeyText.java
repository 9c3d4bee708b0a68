package io.penstock.source.postgresql;

import io.penstock.model.Column;
import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import java.util.ArrayList;
import java.util.List;

/** A table's key as SQL of its own server writes it. */
record KeyText(TableDefinition table) {

    List<String> columns() {
        return table.schema().keyNames().stream().map(Quoting::identifier).toList();
    }

    /** Null for the whole table. */
    String condition(KeyRange range) {
        return range.condition(columns(), this::value);
    }

    String value(int place, String text) {
        return Quoting.literal(text) + "::" + column(place).type();
    }

    /** An expression that is a text, as a value that compares as the column's own do. */
    String cast(int place, String expression) {
        ColumnDetails details = table.details().get(column(place).name());
        String collation = details == null || details.collation() == null ? "" : " COLLATE " + details.collation();
        return expression + "::" + column(place).type() + collation;
    }

    int size() {
        return table.schema().key().size();
    }

    private Column column(int place) {
        return table.schema().columns().get(table.schema().key().get(place));
    }

    /** {@code name0, name1}. */
    List<String> numbered(String name) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            names.add(name + i);
        }
        return names;
    }
}
