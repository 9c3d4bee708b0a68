package io.penstock.target.mysql;

import io.penstock.model.Dependents;
import io.penstock.model.Dependents.Hop;
import io.penstock.model.Dependents.NewValue;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.TableName;
import io.penstock.model.Tuple;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the rows that foreign keys lead to, and removes or changes them: one statement for each chain of keys. Texts are
 * compared as the target's columns compare them.
 */
final class CascadeTexts {
    private final Cascade cascade;
    private final Dependents dependents;
    private final List<WritePlan> way;
    private final Place place;

    /** @param way a plan for each hop */
    CascadeTexts(Cascade cascade, Dependents dependents, List<WritePlan> way) {
        this.cascade = cascade;
        this.dependents = dependents;
        this.way = way;
        this.place = new Place.Frame(
                dependents.table().name() + ": cascade at " + cascade.stamp() + "#" + cascade.ordinal());
    }

    /** @throws TargetException where rows would be gone by the time that others have to be found over them */
    void write(TransactionText to) {
        List<TableName> tables =
                dependents.way().stream().map(hop -> hop.table().name()).toList();
        if (Set.copyOf(tables).size() < tables.size()) {
            throw new TargetException(
                    Kind.FINAL,
                    "",
                    place.text() + ": foreign keys of the source cascade in a ring over " + tables
                            + ", which can't be followed on this target",
                    "make one of the ring's foreign keys ON UPDATE RESTRICT ON DELETE RESTRICT at the source, or exclude its"
                            + " tables",
                    null);
        }
        to.at(place).add(text());
    }

    String text() {
        WritePlan last = way.get(way.size() - 1);
        String condition = " WHERE " + condition(way.size() - 1);
        if (dependents.areRemoved()) {
            return "DELETE FROM " + last.table() + condition;
        }
        return "UPDATE " + last.table() + " SET "
                + dependents.becomes().stream()
                        .map(value -> last.column(value.column()) + " = "
                                + (value.from() == NewValue.NULL
                                        ? "NULL"
                                        : literal(last, value.column(), cascade.after(), value.from())))
                        .collect(Collectors.joining(", "))
                + condition;
    }

    private String condition(int at) {
        Hop hop = dependents.way().get(at);
        WritePlan plan = way.get(at);
        IntFunction<String> column = i -> plan.table() + "." + plan.column(i);
        String columns = "(" + list(hop.columns(), column) + ")";
        String children = columns + " IN (" + parents(at) + ")";
        if (!hop.repeated()) {
            return children;
        }
        // What the rows found so far are referred to by, until nothing is new. It stands first, so that it is known
        // before the first row goes: these servers look for it when they need it.
        String names =
                IntStream.range(0, hop.columns().size()).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
        String of = list(hop.references(), column);
        return "(" + columns + " IN ("
                + apart("WITH RECURSIVE found (" + names + ") AS (SELECT " + of + " FROM " + plan.table() + " WHERE "
                        + children + " UNION SELECT " + of + " FROM " + plan.table() + " JOIN found ON " + columns
                        + " = (" + names + ")) SELECT " + names + " FROM found")
                + ") OR " + children + ")";
    }

    /** What the hop's columns are to hold: the parents' values, or a question for those of the rows before. */
    private String parents(int at) {
        Hop hop = dependents.way().get(at);
        if (at > 0) {
            WritePlan before = way.get(at - 1);
            return apart("SELECT " + list(hop.references(), i -> before.table() + "." + before.column(i)) + " FROM "
                    + before.table() + " WHERE " + condition(at - 1));
        }
        return cascade.parents().stream()
                .map(parent -> "("
                        + IntStream.range(0, hop.columns().size())
                                .mapToObj(i -> literal(
                                        way.get(0),
                                        hop.columns().get(i),
                                        parent,
                                        hop.references().get(i)))
                                .collect(Collectors.joining(", "))
                        + ")")
                .collect(Collectors.joining(", "));
    }

    /** These servers refuse a question for the table that is being changed, unless it stands in a table of its own. */
    private static String apart(String question) {
        return "SELECT * FROM (" + question + ") AS apart";
    }

    private static String list(List<Integer> indexes, IntFunction<String> text) {
        return indexes.stream().map(text::apply).collect(Collectors.joining(", "));
    }

    /** A parent's value as one of the child's column. */
    private String literal(WritePlan plan, int column, Tuple row, int index) {
        if (row.isNull(index)) {
            return "NULL";
        }
        String[] values = new String[plan.schema().columns().size()];
        values[column] = row.text(index);
        StringBuilder sql = new StringBuilder();
        plan.value(Tuple.of(values), column, place, sql);
        return sql.toString();
    }
}
