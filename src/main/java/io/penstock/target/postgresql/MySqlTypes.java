package io.penstock.target.postgresql;

import io.penstock.target.TargetException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the types of MySQL and MariaDB become, written as {@code format_type} prints them. */
final class MySqlTypes {
    private static final Pattern TYPE = Pattern.compile("([a-z0-9]+)(?:\\((.*)\\))?( unsigned)?");

    private MySqlTypes() {}

    /**
     * @param what names the column in a refusal
     * @throws TargetException where there is no type that holds all of its values
     */
    static String of(String type, String what) {
        Matcher m = TYPE.matcher(
                type.startsWith("enum(") || type.startsWith("set(") ? "enum" : type.toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw refused(type, what);
        }
        String size = m.group(2);
        boolean unsigned = m.group(3) != null;
        return switch (m.group(1)) {
            case "tinyint", "year" -> "smallint";
            case "smallint" -> unsigned ? "integer" : "smallint";
            case "mediumint" -> "integer";
            case "int" -> unsigned ? "bigint" : "integer";
            case "bigint" -> unsigned ? "numeric(20,0)" : "bigint";
            case "decimal" -> "numeric(" + size + ")";
            case "float" -> "real";
            case "double" -> "double precision";
            case "bit" -> "bit(" + size + ")";
            case "date" -> "date";
            case "time" -> "interval" + digits(size);
            case "datetime" -> "timestamp" + digits(size) + " without time zone";
            case "timestamp" -> "timestamp" + digits(size) + " with time zone";
            case "char" -> "0".equals(size) ? "text" : "character(" + size + ")";
            case "varchar" -> "0".equals(size) ? "text" : "character varying(" + size + ")";
            case "tinytext", "text", "mediumtext", "longtext", "enum" -> "text";
            case "json" -> "json";
            case "uuid" -> "uuid";
            case "inet4", "inet6" -> "inet";
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
                    "geometrycollection" -> "bytea";
            default -> throw refused(type, what);
        };
    }

    private static String digits(String size) {
        return "(" + (size == null ? "0" : size) + ")";
    }

    private static TargetException refused(String type, String what) {
        return Refusal.of(
                what + " is of type " + type + ", which nothing on PostgreSQL stands for",
                "exclude the table from the loop, or change the column's type at the source");
    }
}
