package io.penstock.target;

import java.util.List;

/** A statement with its arguments, in the product's own placeholder style. Arguments may be null. */
public record Statement(String sql, List<Object> arguments) {
    public static Statement of(String sql, Object... arguments) {
        return new Statement(sql, java.util.Arrays.asList(arguments));
    }
}
