package io.penstock.target.mysql;

import java.util.Locale;

/**
 * A column as the target's catalogue has it.
 *
 * @param dataType such as {@code varchar}
 * @param columnType the same with all that belongs to it, such as {@code varchar(20)} or {@code int unsigned}
 * @param length in characters or bytes, -1 where that means nothing
 * @param precision of numbers, -1 where that means nothing
 * @param scale digits behind the point; of times digits of the seconds' fraction
 * @param collation or null
 */
record TargetColumn(
        String name,
        String dataType,
        String columnType,
        long length,
        int precision,
        int scale,
        boolean nullable,
        boolean hasDefault,
        boolean generated,
        String collation) {

    /** What kind of literal it takes. */
    enum Kind {
        INTEGER,
        DECIMAL,
        FLOAT,
        BIT,
        BYTES,
        DATE,
        DATETIME,
        TIME,
        TEXT
    }

    Kind kind() {
        return switch (dataType.toLowerCase(Locale.ROOT)) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" -> Kind.INTEGER;
            case "decimal" -> Kind.DECIMAL;
            case "float", "double" -> Kind.FLOAT;
            case "bit" -> Kind.BIT;
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
                    "geometrycollection",
                    "geomcollection",
                    "vector" -> Kind.BYTES;
            case "date" -> Kind.DATE;
            case "datetime", "timestamp" -> Kind.DATETIME;
            case "time" -> Kind.TIME;
            default -> Kind.TEXT;
        };
    }

    boolean isEnum() {
        return dataType.equalsIgnoreCase("enum");
    }
}
