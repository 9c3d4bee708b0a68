package io.penstock.target.postgresql;

import io.penstock.model.Dependents;
import io.penstock.model.Dependents.Hop;
import io.penstock.model.Dependents.NewValue;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.target.postgresql.TargetTable.TargetColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the rows that foreign keys lead to, and removes or changes them, by a condition for each chain of keys. Literals
 * take the types of the columns that they are compared with.
 */
final class CascadeSql {
    private CascadeSql() {}

    static void send(Cascade cascade, WritePlans plans, LaneTransaction to) {
        to.scans(true);
        Place place = new Place.Frame(cascade.dependents().get(0).table().name() + ": cascade at " + cascade.stamp()
                + "#" + cascade.ordinal());
        texts(cascade, table -> plans.of(table).plan()).forEach(text -> to.simple(text, place));
    }

    /**
     * Rows that change before rows that go, over which they may be found. All that goes in one statement, whose parts
     * see the same rows: keys that lead in a ring would otherwise lose the way to rows behind those that are gone.
     */
    static List<String> texts(Cascade cascade, Function<TableSchema, WritePlan> plans) {
        List<String> texts = new ArrayList<>();
        List<String> deletes = new ArrayList<>();
        for (Dependents dependents : cascade.dependents()) {
            List<WritePlan> way = dependents.way().stream()
                    .map(hop -> plans.apply(hop.table()))
                    .toList();
            (dependents.areRemoved() ? deletes : texts).add(text(cascade, dependents, way));
        }
        if (deletes.isEmpty()) {
            return texts;
        }
        int last = deletes.size() - 1;
        String others = IntStream.range(0, last)
                .mapToObj(i -> "d" + i + " AS (" + deletes.get(i) + ")")
                .collect(Collectors.joining(", "));
        texts.add((last == 0 ? "" : "WITH " + others + " ") + deletes.get(last));
        return texts;
    }

    /** @param way a plan for each hop */
    private static String text(Cascade cascade, Dependents dependents, List<WritePlan> way) {
        WritePlan last = way.get(way.size() - 1);
        String condition = " WHERE " + condition(cascade, dependents, way, way.size() - 1);
        if (dependents.areRemoved()) {
            return "DELETE FROM " + name(last) + condition;
        }
        return "UPDATE " + name(last) + " SET "
                + dependents.becomes().stream()
                        .map(value -> Quoting.identifier(
                                        column(last, value.column()).name())
                                + " = "
                                + (value.from() == NewValue.NULL ? "NULL" : literal(cascade.after(), value.from())))
                        .collect(Collectors.joining(", "))
                + condition;
    }

    private static String condition(Cascade cascade, Dependents dependents, List<WritePlan> way, int at) {
        Hop hop = dependents.way().get(at);
        WritePlan plan = way.get(at);
        IntFunction<String> compared = i -> compared(identifier(plan, i), column(plan, i), hop.loosely());
        String columns = list(hop.columns(), compared);
        String children = columns + " IN (" + parents(cascade, dependents, way, at) + ")";
        if (!hop.repeated()) {
            return children;
        }
        // What the rows found so far are referred to by, until nothing is new.
        String names =
                IntStream.range(0, hop.columns().size()).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
        String of = bare(hop.references(), compared);
        return "(" + children + " OR " + columns + " IN (WITH RECURSIVE found (" + names + ") AS (SELECT " + of
                + " FROM " + name(plan) + " WHERE " + children + " UNION SELECT " + of + " FROM " + name(plan)
                + " JOIN found ON " + columns + " = (" + names + ")) SELECT " + names + " FROM found))";
    }

    /** What the hop's columns are to hold: the parents' values, or a question for those of the rows before. */
    private static String parents(Cascade cascade, Dependents dependents, List<WritePlan> way, int at) {
        Hop hop = dependents.way().get(at);
        if (at > 0) {
            WritePlan before = way.get(at - 1);
            return "SELECT "
                    + bare(hop.references(), i -> compared(identifier(before, i), column(before, i), hop.loosely()))
                    + " FROM " + name(before) + " WHERE " + condition(cascade, dependents, way, at - 1);
        }
        return cascade.parents().stream()
                .map(parent -> "("
                        + IntStream.range(0, hop.columns().size())
                                .mapToObj(i -> compared(
                                        literal(parent, hop.references().get(i)),
                                        column(way.get(0), hop.columns().get(i)),
                                        hop.loosely()))
                                .collect(Collectors.joining(", "))
                        + ")")
                .collect(Collectors.joining(", "));
    }

    private static String list(List<Integer> indexes, IntFunction<String> text) {
        return "(" + bare(indexes, text) + ")";
    }

    private static String bare(List<Integer> indexes, IntFunction<String> text) {
        return indexes.stream().map(text::apply).collect(Collectors.joining(", "));
    }

    private static String compared(String value, TargetColumn column, boolean loosely) {
        boolean text = column.castType().equals("text")
                || column.castType().equals("character varying")
                || column.castType().equals("bpchar")
                || column.castType().equals("character");
        return loosely && text ? "lower(rtrim(" + value + "))" : value;
    }

    private static TargetColumn column(WritePlan plan, int index) {
        return plan.columns()[index];
    }

    private static String identifier(WritePlan plan, int index) {
        return Quoting.name(plan.target().name()) + "."
                + Quoting.identifier(column(plan, index).name());
    }

    private static String name(WritePlan plan) {
        return Quoting.name(plan.target().name());
    }

    private static String literal(Tuple row, int index) {
        return row.isNull(index) ? "NULL" : Quoting.literal(row.text(index));
    }
}
