package io.penstock.source.mysql;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A column as a TABLE_MAP event describes it.
 *
 * @param code the type that its values are laid out by; for ENUM and SET their own, though the event says STRING
 * @param meta what the event says beside the type: lengths, digits
 * @param collation of text, ENUM and SET; 0 where there is none
 * @param charset of {@code collation}, or null
 * @param labels of ENUM and SET
 * @param text how the house writes the type: as {@code information_schema.columns.COLUMN_TYPE}, without display widths
 */
record EventColumn(
        String name,
        int code,
        int meta,
        boolean unsigned,
        boolean nullable,
        int collation,
        TextDecoder charset,
        List<String> labels,
        String text) {

    EventColumn {
        labels = List.copyOf(labels);
    }

    boolean isText() {
        return charset != null && collation != Charsets.BINARY;
    }

    /** The same, known by the catalogue under a more telling type that is stored alike. */
    EventColumn as(String telling) {
        return new EventColumn(name, code, meta, unsigned, nullable, collation, charset, labels, telling);
    }

    /** @param maxBytes of a character; 1 for binary strings */
    static String typeText(
            int code, int meta, boolean unsigned, boolean text, int maxBytes, List<String> labels, int geometry) {
        String sign = unsigned ? " unsigned" : "";
        return switch (code) {
            case ColumnType.TINY -> "tinyint" + sign;
            case ColumnType.SHORT -> "smallint" + sign;
            case ColumnType.INT24 -> "mediumint" + sign;
            case ColumnType.LONG -> "int" + sign;
            case ColumnType.LONGLONG -> "bigint" + sign;
            case ColumnType.FLOAT -> "float" + sign;
            case ColumnType.DOUBLE -> "double" + sign;
            case ColumnType.NEWDECIMAL -> "decimal(" + (meta & 0xFF) + "," + (meta >> 8) + ")" + sign;
            case ColumnType.BIT -> "bit(" + ((meta >> 8) * 8 + (meta & 0xFF)) + ")";
            case ColumnType.YEAR -> "year";
            case ColumnType.DATE, ColumnType.NEWDATE -> "date";
            case ColumnType.TIME2 -> "time" + fraction(meta);
            case ColumnType.DATETIME2 -> "datetime" + fraction(meta);
            case ColumnType.TIMESTAMP2 -> "timestamp" + fraction(meta);
            case ColumnType.STRING -> (text ? "char(" : "binary(") + meta / maxBytes + ")";
            case ColumnType.VARCHAR, ColumnType.VAR_STRING ->
                (text ? "varchar(" : "varbinary(") + meta / maxBytes + ")";
            case ColumnType.BLOB -> List.of("tiny", "", "medium", "long").get(meta - 1) + (text ? "text" : "blob");
            case ColumnType.ENUM -> "enum(" + quoted(labels) + ")";
            case ColumnType.SET -> "set(" + quoted(labels) + ")";
            case ColumnType.JSON -> "json";
            case ColumnType.GEOMETRY ->
                List.of(
                                "geometry",
                                "point",
                                "linestring",
                                "polygon",
                                "multipoint",
                                "multilinestring",
                                "multipolygon",
                                "geometrycollection")
                        .get(geometry);
            default -> "type " + code;
        };
    }

    private static String fraction(int digits) {
        return digits == 0 ? "" : "(" + digits + ")";
    }

    private static String quoted(List<String> labels) {
        return labels.stream()
                .map(label -> "'" + label.replace("'", "''") + "'")
                .collect(Collectors.joining(","));
    }
}
