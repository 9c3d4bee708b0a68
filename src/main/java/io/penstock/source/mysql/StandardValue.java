package io.penstock.source.mysql;

import io.penstock.source.mysql.CatalogTable.CatalogColumn;
import java.util.regex.Pattern;

/** The value that rows get which are older than their column. */
final class StandardValue {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final Pattern BITS = Pattern.compile("b'([01]*)'");

    private StandardValue() {}

    /** True where only the server knows it: the time of a statement, a function's result. */
    static boolean isExpression(CatalogColumn column) {
        return column.standard() != null && constant(column) == null;
    }

    /** The text of a constant in the house's form; null for NULL and for an expression. */
    static String of(CatalogColumn column) {
        if (column.standard() != null) {
            return constant(column);
        }
        return column.notNull() ? implicit(column.type()) : null;
    }

    private static String constant(CatalogColumn column) {
        String text = column.standard();
        if (NUMBER.matcher(text).matches()) {
            return text;
        }
        var bits = BITS.matcher(text);
        if (bits.matches()) {
            int width = Integer.parseInt(column.type().replaceAll("[^0-9]", ""));
            return "0".repeat(Math.max(0, width - bits.group(1).length())) + bits.group(1);
        }
        var tokens = SqlTokens.of(text, false);
        boolean literal = tokens.size() == 1 && tokens.get(0).kind() == SqlTokens.Kind.TEXT;
        return literal ? tokens.get(0).text() : null;
    }

    /** MySQL documentation, "Data Type Default Values". */
    private static String implicit(String type) {
        String name = type.replaceAll("[( ].*", "");
        return switch (name) {
            case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double" -> "0";
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "set" -> "";
            case "enum" -> SqlTokens.of(type, false).get(2).text();
            default -> null;
        };
    }
}
