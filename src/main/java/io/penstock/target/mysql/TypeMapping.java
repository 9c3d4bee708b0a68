package io.penstock.target.mysql;

import io.penstock.model.Product;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which type a column gets on the target. What these servers have no type for becomes text as the source prints it.
 *
 * @param server decides between the words of both products
 */
record TypeMapping(Dialect server) {
    static final int MOST_KEY_BYTES = 3072;
    /** A row's columns together, without those that are stored apart. */
    private static final int LONGEST_VARCHAR = 4_000;

    private static final int MOST_DIGITS = 65;
    private static final int MOST_DECIMALS = 30;
    private static final int MOST_BITS = 64;
    private static final int MOST_CHARS = 255;

    /**
     * @param keyBytes how much of a key the column may take, or 0 where it is part of none
     * @param collation the source's, or null
     */
    String type(SourceType source, int keyBytes, String collation) {
        return source.product() == Product.POSTGRESQL ? postgres(source, keyBytes) : own(source, collation);
    }

    private String postgres(SourceType source, int keyBytes) {
        if (source.isArray()) {
            return text(keyBytes);
        }
        return switch (source.name()) {
            case "boolean" -> "tinyint(1)";
            case "smallint" -> "smallint";
            case "integer" -> "int";
            case "bigint", "oid", "xid", "cid" -> "bigint";
            // Their own type of single precision is printed with six digits: too few to read the value back.
            case "real", "double precision" -> "double";
            case "numeric" -> decimal(source, keyBytes);
            case "bytea" -> keyBytes > 0 ? "varbinary(" + keyBytes + ")" : "longblob";
            case "date" -> "date";
            case "timestamp without time zone", "timestamp with time zone" -> "datetime(" + source.modifier(0, 6) + ")";
            case "time without time zone" -> "time(" + source.modifier(0, 6) + ")";
            case "time with time zone" -> exact("varchar(30)");
            case "interval" -> exact("varchar(100)");
            case "uuid" -> "char(36) CHARACTER SET ascii COLLATE ascii_bin";
            case "inet", "cidr" -> exact("varchar(50)");
            case "macaddr", "macaddr8" -> exact("varchar(30)");
            case "bit" ->
                source.modifier(0, 1) <= MOST_BITS
                        ? "bit(" + source.modifier(0, 1) + ")"
                        : varchar(source.modifier(0, 1), keyBytes);
            case "character" -> character(source.modifier(0, 1), keyBytes);
            case "character varying", "bit varying" ->
                source.modifiers().isEmpty() ? text(keyBytes) : varchar(source.modifier(0, 1), keyBytes);
            case "name", "\"char\"" -> exact("varchar(64)");
            case "enum" -> labels(source.labels());
            default -> text(keyBytes);
        };
    }

    private String decimal(SourceType source, int keyBytes) {
        if (source.modifiers().isEmpty()) {
            return "decimal(" + MOST_DIGITS + "," + MOST_DECIMALS + ")";
        }
        int scale = source.modifier(1, 0);
        // A negative scale rounds to tens: all digits before the point are there. One above the precision has zeros.
        int precision = Math.max(source.modifier(0, MOST_DIGITS) + Math.max(0, -scale), Math.max(1, scale));
        scale = Math.max(0, scale);
        return precision > MOST_DIGITS || scale > MOST_DECIMALS
                ? text(keyBytes)
                : "decimal(" + precision + "," + scale + ")";
    }

    /** The server itself cuts trailing blanks off such values, as PostgreSQL does where it compares them. */
    private String character(int length, int keyBytes) {
        return length <= MOST_CHARS ? exact("char(" + length + ")") : varchar(length, keyBytes);
    }

    private String varchar(int length, int keyBytes) {
        int most = keyBytes > 0 ? Math.min(length, keyBytes / 4) : length;
        return most <= LONGEST_VARCHAR ? exact("varchar(" + most + ")") : text(keyBytes);
    }

    private String text(int keyBytes) {
        return exact(keyBytes > 0 ? "varchar(" + keyBytes / 4 + ")" : "longtext");
    }

    private String labels(List<String> labels) {
        return exact(labels.stream().map(Quoting::literal).collect(Collectors.joining(",", "enum(", ")")));
    }

    private String exact(String type) {
        return type + " CHARACTER SET utf8mb4 COLLATE " + server.exactCollation();
    }

    /** A type of the same family, as it is, as far as this server knows it. */
    private String own(SourceType source, String collation) {
        String type = source.text();
        String name = source.name().toLowerCase(Locale.ROOT);
        if (name.equals("uuid") && !server.mariaDb()) {
            return "char(36) CHARACTER SET ascii COLLATE ascii_bin";
        }
        if (name.equals("inet4") || name.equals("inet6")) {
            return server.mariaDb() ? type : "varchar(45) CHARACTER SET ascii COLLATE ascii_bin";
        }
        if (name.equals("json") && server.mariaDb()) {
            // Its own word for the same, without a check that knows fewer levels than MySQL does.
            return exact("longtext");
        }
        if (collation == null || collation.equals("binary")) {
            return type;
        }
        String known = server.collations().contains(collation) ? collation : nearest(collation);
        return type + " CHARACTER SET " + known.split("_")[0] + " COLLATE " + known;
    }

    /** The same collation in the other product's words, or one that holds fewer texts to be equal. */
    private String nearest(String collation) {
        String lower = collation.toLowerCase(Locale.ROOT);
        String wanted = lower.startsWith("utf8mb3") || lower.startsWith("utf8_") ? "utf8mb4_" + after(lower) : lower;
        if (server.collations().contains(wanted)) {
            return wanted;
        }
        boolean insensitive = wanted.endsWith("_ci");
        if (insensitive && wanted.startsWith("utf8mb4")) {
            return server.collations().contains("utf8mb4_0900_ai_ci") ? "utf8mb4_0900_ai_ci" : "utf8mb4_unicode_ci";
        }
        return server.exactCollation();
    }

    private static String after(String collation) {
        return collation.substring(collation.indexOf('_') + 1);
    }
}
