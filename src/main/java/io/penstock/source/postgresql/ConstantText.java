package io.penstock.source.postgresql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The value of a default that is a plain literal, as the catalogue prints it: with or without its type. */
final class ConstantText {
    private static final Pattern LITERAL =
            Pattern.compile("(?:\\(?(-?[0-9][0-9.]*)\\)?|'((?:[^']|'')*)'|(true|false))(?:::[^':+*/|]+)?");

    private ConstantText() {}

    /** Null for any other expression, and for null. */
    static String of(String expression) {
        if (expression == null) {
            return null;
        }
        Matcher literal = LITERAL.matcher(expression);
        if (!literal.matches()) {
            return null;
        }
        String quoted = literal.group(2);
        if (quoted != null) {
            return quoted.replace("''", "'");
        }
        return literal.group(1) != null ? literal.group(1) : literal.group(3);
    }
}
