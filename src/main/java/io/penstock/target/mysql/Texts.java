package io.penstock.target.mysql;

import io.penstock.target.Statement;

/** Turns a statement with arguments to the text that is sent: texts with arguments in them can hold several statements. */
final class Texts {
    private Texts() {}

    /** Each {@code ?} of a statement that has arguments stands for one of them. */
    static String of(Statement statement) {
        String sql = statement.sql();
        if (statement.arguments().isEmpty()) {
            return sql;
        }
        StringBuilder text = new StringBuilder(sql.length() + 64);
        int argument = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == '?') {
                append(statement.arguments().get(argument++), text);
            } else {
                text.append(c);
            }
        }
        if (argument != statement.arguments().size()) {
            throw new IllegalArgumentException(statement.arguments().size() + " arguments for: " + sql);
        }
        return text.toString();
    }

    private static void append(Object argument, StringBuilder text) {
        if (argument == null) {
            text.append("NULL");
        } else if (argument instanceof Number) {
            text.append(argument);
        } else {
            text.append(Quoting.literal(argument.toString()));
        }
    }
}
