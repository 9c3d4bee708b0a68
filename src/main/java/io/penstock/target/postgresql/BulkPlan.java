package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.Quoting.identifier;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * The statements of one part of a copy.
 *
 * @param before run ahead of the rows
 * @param copy takes the rows
 * @param after run behind the rows
 */
record BulkPlan(List<String> before, String copy, List<String> after) {
    private static final String STAGING = "pg_temp.penstock_copy";

    static BulkPlan of(TableDefinition table, BulkPlace place) {
        List<String> columns = copied(table);
        boolean direct = columns.stream().noneMatch(place::isGenerated)
                && (!columns.isEmpty() || place.writable().isEmpty());
        boolean mustGo = place.whole() && !place.empty();
        boolean foreignColumns = !columns.containsAll(place.writable());
        // Rows that stay must stay where something hangs on them: values of the target's own, or other tables' rows.
        boolean merge =
                isKeyed(table, place) && !place.empty() && (foreignColumns || !place.triggersOff() || !place.whole());
        if (merge) {
            return staged(place, columns, merge(table, place, columns));
        }
        String clear = "DELETE FROM " + place.rows() + place.where();
        if (!direct) {
            List<String> fill = List.of(insert(place, columns) + " FROM " + STAGING + " s");
            return staged(place, columns, mustGo ? List.of(clear, fill.get(0)) : fill);
        }
        return new BulkPlan(
                mustGo ? List.of(clear) : List.of(), copyInto(Quoting.name(place.name()), columns), List.of());
    }

    private static boolean isKeyed(TableDefinition table, BulkPlace place) {
        Set<String> key = Set.copyOf(table.schema().keyNames());
        return !key.isEmpty()
                && place.table().uniqueKeys().stream()
                        .anyMatch(unique -> !unique.partial()
                                && Set.copyOf(unique.columns()).equals(key));
    }

    /** The columns that the reader sends, in its order. */
    static List<String> copied(TableDefinition table) {
        return table.schema().columns().stream()
                .map(Column::name)
                .filter(name -> DdlTables.details(table, name).generated() == null)
                .toList();
    }

    /** An empty list of columns is no legal syntax; without one COPY takes lines that are empty. */
    private static String copyInto(String table, List<String> columns) {
        return "COPY " + table + (columns.isEmpty() ? "" : " (" + Quoting.identifiers(columns) + ")") + " FROM STDIN";
    }

    private static BulkPlan staged(BulkPlace place, List<String> columns, List<String> after) {
        String create = "CREATE TEMPORARY TABLE penstock_copy ON COMMIT DROP AS SELECT " + Quoting.identifiers(columns)
                + " FROM " + Quoting.name(place.name()) + " WITH NO DATA";
        return new BulkPlan(List.of(create), copyInto(STAGING, columns), after);
    }

    private static List<String> merge(TableDefinition table, BulkPlace place, List<String> columns) {
        List<String> key = table.schema().keyNames();
        String sameKey = each(
                key,
                " AND ",
                column -> "t." + identifier(column) + " "
                        + place.table().column(column).equality() + " s." + identifier(column));
        List<String> others = columns.stream()
                .filter(column -> !key.contains(column) && place.writable().contains(column))
                .toList();
        String analyze = "ANALYZE " + STAGING;
        String delete = "DELETE FROM " + place.rows() + " t WHERE "
                + (place.range() == null ? "" : place.range() + " AND ") + "NOT EXISTS (SELECT FROM " + STAGING
                + " s WHERE "
                + sameKey + ")";
        String update = "UPDATE " + place.rows() + " t SET "
                + each(others, ", ", column -> identifier(column) + " = s." + identifier(column)) + " FROM " + STAGING
                + " s WHERE " + sameKey;
        String insert = insert(place, columns) + " FROM " + STAGING + " s WHERE NOT EXISTS (SELECT FROM " + place.rows()
                + " t WHERE " + sameKey + ")";
        List<String> statements = new ArrayList<>(List.of(analyze));
        if (place.whole()) {
            statements.add(delete);
        }
        if (!others.isEmpty()) {
            statements.add(update);
        }
        statements.add(insert);
        return statements;
    }

    private static String insert(BulkPlace place, List<String> columns) {
        List<String> written =
                columns.stream().filter(place.writable()::contains).toList();
        String into = "INSERT INTO " + Quoting.name(place.name());
        if (written.isEmpty()) {
            return into + " SELECT";
        }
        return into + " (" + Quoting.identifiers(written) + ") OVERRIDING SYSTEM VALUE SELECT "
                + each(written, ", ", column -> "s." + identifier(column));
    }

    private static String each(List<String> columns, String between, Function<String, String> text) {
        StringJoiner joined = new StringJoiner(between);
        columns.forEach(column -> joined.add(text.apply(column)));
        return joined.toString();
    }
}
