package io.penstock.source.mysql;

import io.penstock.model.Column;

/** How a reader asks for a value so that it comes as the text that the stream would have. */
final class ColumnText {
    private ColumnText() {}

    /** An expression whose value is text. */
    static String expression(Column column) {
        String name = KeyText.quoted(column.name());
        String type = column.type();
        String base = type.replaceAll("[( ].*", "");
        return switch (base) {
            case "float", "double" -> "CAST(" + name + " * 1e0 AS CHAR)";
            case "bit" -> "LPAD(BIN(" + name + " + 0), " + type.replaceAll("[^0-9]", "") + ", '0')";
            case "timestamp" -> "CONCAT(CAST(" + name + " AS CHAR), '+00')";
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set" ->
                "CONVERT(" + name + " USING utf8mb4)";
            case "binary",
                    "varbinary",
                    "tinyblob",
                    "blob",
                    "mediumblob",
                    "longblob",
                    "geometry",
                    "point",
                    "linestring",
                    "polygon",
                    "multipoint",
                    "multilinestring",
                    "multipolygon",
                    "geometrycollection" -> "CONCAT('\\\\x', LOWER(HEX(" + name + ")))";
            default -> "CAST(" + name + " AS CHAR)";
        };
    }

    /** The value's text, from what the expression gave. */
    static String text(Column column, String given) {
        if (given == null) {
            return null;
        }
        if (column.type().startsWith("float")) {
            return NumberText.of((float) Double.parseDouble(given));
        }
        return column.type().startsWith("double") ? NumberText.of(Double.parseDouble(given)) : given;
    }
}
