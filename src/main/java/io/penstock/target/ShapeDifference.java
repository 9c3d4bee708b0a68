package io.penstock.target;

import io.penstock.model.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What turned one shape of a source table into the next. Columns are followed by their permanent numbers; where a
 * number is unknown, by name.
 *
 * @param unclear columns that may have been renamed or dropped, and others that may be their new selves or new ones:
 *     nobody can tell. Empty when the difference is certain.
 */
public record ShapeDifference(
        List<Column> added, List<Column> dropped, List<Changed> renamed, List<Changed> retyped, List<Column> unclear) {

    /**
     * From here on numbers are no permanent ones: a source without such numbers makes them up to tell of one change. When
     * none of them is known, they are given to the columns of the same names.
     */
    public static final int FIRST_MADE_UP = 1 << 20;

    /** A column before and after. */
    public record Changed(Column from, Column to) {}

    public static ShapeDifference between(List<Column> before, List<Column> after) {
        Map<Integer, Column> byNumber = new HashMap<>();
        Map<String, Column> byName = new HashMap<>();
        for (Column column : before) {
            byName.put(column.name(), column);
            if (column.number() > 0) {
                byNumber.put(column.number(), column);
            }
        }
        boolean renumbers = after.stream()
                .noneMatch(column -> column.number() < FIRST_MADE_UP || byNumber.containsKey(column.number()));
        List<Column> dropped = new ArrayList<>(before);
        List<Column> added = new ArrayList<>();
        List<Changed> renamed = new ArrayList<>();
        List<Changed> retyped = new ArrayList<>();
        for (Column column : after) {
            Column earlier = renumbers ? byName.get(column.name()) : earlier(column, byNumber, byName);
            if (earlier == null) {
                added.add(column);
                continue;
            }
            dropped.remove(earlier);
            if (!earlier.name().equals(column.name())) {
                renamed.add(new Changed(earlier, column));
            }
            if (!earlier.type().equals(column.type())) {
                retyped.add(new Changed(earlier, column));
            }
        }
        return new ShapeDifference(added, dropped, renamed, retyped, unclear(added, dropped));
    }

    private static Column earlier(Column column, Map<Integer, Column> byNumber, Map<String, Column> byName) {
        if (column.number() > 0 && byNumber.containsKey(column.number())) {
            return byNumber.get(column.number());
        }
        Column named = byName.get(column.name());
        // Two known numbers that differ are two columns, whatever they are called.
        return named == null || (named.number() > 0 && column.number() > 0) ? null : named;
    }

    private static List<Column> unclear(List<Column> added, List<Column> dropped) {
        boolean allKnown = added.stream().allMatch(column -> column.number() > 0)
                && dropped.stream().allMatch(column -> column.number() > 0);
        if (allKnown || added.isEmpty() || dropped.isEmpty()) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>(dropped);
        columns.addAll(added);
        return columns;
    }

    public boolean isEmpty() {
        return added.isEmpty() && dropped.isEmpty() && renamed.isEmpty() && retyped.isEmpty();
    }
}
