package io.penstock.target.mysql;

import io.penstock.target.mysql.ValueForm.Unfit;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The forms of values by the column they go to. The servers round and cut in silence even in strict mode where only
 * digits behind the point or trailing blanks are lost, and turn what they can't read into something near it; so what
 * would not arrive as it was is refused here.
 */
final class ValueForms {
    private ValueForms() {}

    /** @param source what the values are on the source */
    static ValueForm of(SourceType source, TargetColumn column) {
        return switch (column.kind()) {
            case INTEGER -> ValueForms::integer;
            case DECIMAL -> (text, sql) -> decimal(text, column.scale(), sql);
            case FLOAT -> ValueForms::floating;
            case BIT -> (text, sql) -> bit(source, text, sql);
            case BYTES -> source.isBinary() ? ValueForms::bytes : ValueForms::textAsBytes;
            case DATE -> Moments::date;
            case DATETIME -> (text, sql) -> Moments.dateTime(text, Math.max(0, column.scale()), sql);
            case TIME -> (text, sql) -> Moments.time(text, Math.max(0, column.scale()), sql);
            case TEXT -> (text, sql) -> text(text, column, sql);
        };
    }

    private static void integer(String text, StringBuilder sql) {
        if (text.equals("t") || text.equals("f")) {
            sql.append(text.equals("t") ? '1' : '0');
            return;
        }
        number(text, 0, sql);
    }

    private static void decimal(String text, int scale, StringBuilder sql) {
        if (text.equals("t") || text.equals("f")) {
            integer(text, sql);
            return;
        }
        if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            String plain;
            try {
                plain = new java.math.BigDecimal(text).toPlainString();
            } catch (NumberFormatException e) {
                throw new Unfit("the value is no number");
            }
            number(plain, scale, sql);
            return;
        }
        number(text, scale, sql);
    }

    /** Decimal digits, of which none but zeros may stand behind {@code scale} digits of fraction. */
    private static void number(String text, int scale, StringBuilder sql) {
        int at = 0;
        int length = text.length();
        if (length > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+')) {
            at++;
        }
        int whole = at;
        while (at < length && isDigit(text.charAt(at))) {
            at++;
        }
        if (at == whole && !(at < length && text.charAt(at) == '.')) {
            throw new Unfit(special(text) ? "the column can't hold NaN or infinity" : "the value is no number");
        }
        int end = at;
        if (at < length && text.charAt(at) == '.') {
            int fraction = ++at;
            while (at < length && isDigit(text.charAt(at))) {
                if (at - fraction >= scale && text.charAt(at) != '0') {
                    throw new Unfit("the value has more digits behind the point than the column's " + scale);
                }
                at++;
            }
            end = scale == 0 ? fraction - 1 : Math.min(at, fraction + scale);
        }
        if (at != length) {
            throw new Unfit("the value is no number");
        }
        sql.append(text, 0, end);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean special(String text) {
        return text.equals("NaN") || text.endsWith("Infinity");
    }

    private static void floating(String text, StringBuilder sql) {
        if (special(text)) {
            throw new Unfit("the column can't hold NaN or infinity");
        }
        if (text.equals("t") || text.equals("f")) {
            integer(text, sql);
            return;
        }
        // Read by the server as it reads any number, to the nearest one; in quotes it is never taken for a decimal.
        ValueForm.quoted(text, sql);
    }

    private static void bit(SourceType source, String text, StringBuilder sql) {
        if (source.isBits()) {
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) != '0' && text.charAt(i) != '1') {
                    throw new Unfit("the value is no bit string");
                }
            }
            sql.append("b'").append(text).append('\'');
        } else {
            integer(text, sql);
        }
    }

    private static void bytes(String text, StringBuilder sql) {
        if (!text.startsWith("\\x") || text.length() % 2 != 0) {
            throw new Unfit("the value is no text of bytes");
        }
        sql.append("X'").append(text, 2, text.length()).append('\'');
    }

    private static void textAsBytes(String text, StringBuilder sql) {
        sql.append("X'")
                .append(HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)))
                .append('\'');
    }

    private static void text(String text, TargetColumn column, StringBuilder sql) {
        if (column.dataType().equalsIgnoreCase("char")) {
            // The server drops trailing blanks where it stores such values, but not where it looks for them.
            ValueForm.quoted(text.endsWith(" ") ? text.replaceFirst(" +$", "") : text, sql);
            return;
        }
        // Blanks that stand behind the length are cut without a word.
        if (column.length() >= 0
                && text.length() > column.length()
                && text.codePointCount(0, text.length()) > column.length()
                && column.dataType().equalsIgnoreCase("varchar")) {
            throw new Unfit("the value is longer than the column's " + column.length() + " characters");
        }
        ValueForm.quoted(text, sql);
    }
}
