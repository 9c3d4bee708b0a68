package io.penstock.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a table whose key lies behind {@code lower} and not behind {@code upper}, in the order that the source
 * gives the key. The bounds are the key columns' values as the source prints them.
 *
 * @param lower excluded; null for no bound
 * @param upper included; null for no bound
 */
public record KeyRange(List<String> lower, List<String> upper) {
    /** The whole table. */
    public static final KeyRange ALL = new KeyRange(null, null);

    public KeyRange {
        lower = lower == null ? null : List.copyOf(lower);
        upper = upper == null ? null : List.copyOf(upper);
    }

    public boolean isAll() {
        return lower == null && upper == null;
    }

    /**
     * The condition in SQL, or null for the whole table.
     *
     * @param columns the key columns as SQL writes them
     * @param values turns the text of the value at a place of the key into SQL
     */
    public String condition(List<String> columns, ValueText values) {
        List<String> parts = new ArrayList<>();
        if (lower != null) {
            parts.add(compared(columns, ">", lower, values));
        }
        if (upper != null) {
            parts.add(compared(columns, "<=", upper, values));
        }
        return parts.isEmpty() ? null : String.join(" AND ", parts);
    }

    private static String compared(List<String> columns, String operator, List<String> bound, ValueText values) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < bound.size(); i++) {
            texts.add(values.of(i, bound.get(i)));
        }
        return "(" + String.join(", ", columns) + ") " + operator + " (" + String.join(", ", texts) + ")";
    }

    /** Writes a value of a key column. */
    @FunctionalInterface
    public interface ValueText {
        String of(int place, String value);
    }

    /** Bounds are rows' values, which must not be in a log. */
    @Override
    public String toString() {
        return (lower == null ? "from the first key" : "behind a key") + (upper == null ? "" : " up to a key");
    }
}
