package io.penstock.source.mysql;

import io.penstock.model.Column;
import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import java.util.ArrayList;
import java.util.List;

/** A table's key as SQL of its own server writes it, so that bounds compare as the key's index does. */
record KeyText(TableDefinition table) {

    /** True when parts of the table can be told apart by it; otherwise the table is copied in one piece. */
    boolean isOrdered() {
        return size() > 0 && table.schema().key().stream().allMatch(i -> isOrdered(columnAt(i)));
    }

    private boolean isOrdered(Column column) {
        return switch (base(column)) {
            case "tinyint",
                    "smallint",
                    "mediumint",
                    "int",
                    "bigint",
                    "decimal",
                    "date",
                    "datetime",
                    "binary",
                    "varbinary" -> true;
            case "char", "varchar" -> collation(column) != null;
            default -> false;
        };
    }

    List<String> columns() {
        return table.schema().keyNames().stream().map(KeyText::quoted).toList();
    }

    /** Null for the whole table. Written out, because the server uses no index for rows that are compared. */
    String condition(KeyRange range) {
        List<String> parts = new ArrayList<>();
        if (range.lower() != null) {
            parts.add(beyond(range.lower(), ">", ">"));
        }
        if (range.upper() != null) {
            parts.add(beyond(range.upper(), "<", "<="));
        }
        return parts.isEmpty() ? null : String.join(" AND ", parts);
    }

    private String beyond(List<String> bound, String strict, String last) {
        List<String> ways = new ArrayList<>();
        StringBuilder equal = new StringBuilder();
        for (int i = 0; i < size(); i++) {
            String column = columns().get(i);
            String value = value(i, bound.get(i));
            ways.add(equal + column + " " + (i == size() - 1 ? last : strict) + " " + value);
            equal.append(column).append(" = ").append(value).append(" AND ");
        }
        return "(" + String.join(" OR ", ways) + ")";
    }

    /** Whether one key lies before another, as an expression. */
    String before(List<String> bound, List<String> key) {
        List<String> ways = new ArrayList<>();
        StringBuilder equal = new StringBuilder();
        for (int i = 0; i < size(); i++) {
            String a = value(i, bound.get(i));
            String b = value(i, key.get(i));
            ways.add(equal + a + " < " + b);
            equal.append(a).append(" = ").append(b).append(" AND ");
        }
        return "(" + String.join(" OR ", ways) + ")";
    }

    private String value(int place, String text) {
        Column column = columnAt(table.schema().key().get(place));
        return switch (base(column)) {
            case "binary", "varbinary" -> "X'" + text.substring(2) + "'";
            case "date" -> "CAST('" + text + "' AS DATE)";
            case "datetime" -> "CAST('" + text + "' AS DATETIME(6))";
            case "char", "varchar" -> {
                String collation = collation(column);
                String charset = collation.substring(0, collation.indexOf('_'));
                yield "CONVERT(" + Session.literal(text) + " USING " + (collation.equals("binary") ? "binary" : charset)
                        + ") COLLATE " + collation;
            }
            default -> text;
        };
    }

    private String collation(Column column) {
        ColumnDetails details = table.details().get(column.name());
        String collation = details == null ? null : details.collation();
        return collation == null || collation.indexOf('_') < 0 ? null : collation;
    }

    private static String base(Column column) {
        return column.type().replaceAll("[( ].*", "");
    }

    int size() {
        return table.schema().key().size();
    }

    Column columnAt(int index) {
        return table.schema().columns().get(index);
    }

    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
