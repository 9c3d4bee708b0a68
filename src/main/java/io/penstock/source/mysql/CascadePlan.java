package io.penstock.source.mysql;

import io.penstock.model.Dependents;
import io.penstock.model.Dependents.Hop;
import io.penstock.model.Dependents.NewValue;
import io.penstock.model.TableSchema;
import io.penstock.source.SourceException;
import io.penstock.source.mysql.ForeignKey.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Follows foreign keys from a parent to all rows that the server changes with it, the farthest first: who is reached over
 * rows that go away has to be found before they do.
 */
final class CascadePlan {
    /** InnoDB itself goes no deeper. */
    private static final int DEEPEST = 15;

    private static final int MOST_CHAINS = 500;

    private final Map<Ddl.Table, List<ForeignKey>> byParent;
    private final Function<Ddl.Table, TableSchema> shapes;
    private final List<Dependents> found = new ArrayList<>();

    /** @param shapes of replicated tables; null for others */
    CascadePlan(Map<Ddl.Table, List<ForeignKey>> byParent, Function<Ddl.Table, TableSchema> shapes) {
        this.byParent = byParent;
        this.shapes = shapes;
    }

    /**
     * What happens to the rows under way.
     *
     * @param values new ones by their columns (names in small letters): an index into the root's new values or {@link
     *     NewValue#NULL}; null where the rows are removed
     */
    private record Change(Map<String, Integer> values) {
        static final Change REMOVED = new Change(null);

        boolean touches(List<String> columns) {
            return values == null || columns.stream().anyMatch(this::has);
        }

        boolean has(String column) {
            return values.containsKey(small(column));
        }
    }

    /** @param columns the parent's columns in the order in which values of parents come */
    List<Dependents> removed(Ddl.Table parent, List<String> columns) {
        follow(parent, columns, Change.REMOVED, List.of(), null);
        return found;
    }

    /** @param changed indexes into {@code columns} */
    List<Dependents> changed(Ddl.Table parent, List<String> columns, List<Integer> changed) {
        Map<String, Integer> values = new TreeMap<>();
        changed.forEach(i -> values.put(small(columns.get(i)), i));
        follow(parent, columns, new Change(values), List.of(), null);
        return found;
    }

    /** @param ownKey by which rows of this table have been found among themselves already, or null */
    private void follow(Ddl.Table table, List<String> columns, Change change, List<Hop> way, ForeignKey ownKey) {
        for (ForeignKey key : byParent.getOrDefault(table, List.of())) {
            Change next = key == ownKey || !change.touches(key.references()) ? null : change(key, change);
            if (next != null) {
                follow(key, columns, next, way);
            }
        }
    }

    private void follow(ForeignKey key, List<String> columns, Change change, List<Hop> way) {
        TableSchema child = shapes.apply(key.child());
        if (child == null) {
            unknown(key);
            return;
        }
        List<String> names = child.columns().stream().map(c -> c.name()).toList();
        List<Integer> own = indexes(key.columns(), names);
        List<Integer> references = indexes(key.references(), columns);
        if (own == null || references == null || way.size() == DEEPEST) {
            return; // a key of columns that are not there yet is of a later time
        }
        boolean repeated = change == Change.REMOVED && key.child().equals(key.parent());
        List<Hop> farther = new ArrayList<>(way);
        farther.add(new Hop(child, own, references, repeated, key.loosely()));
        follow(key.child(), names, change, farther, repeated ? key : null);
        List<NewValue> values = new ArrayList<>();
        if (change != Change.REMOVED) {
            change.values().forEach((column, from) -> values.add(new NewValue(indexOf(column, names), from)));
        }
        found.add(new Dependents(farther, values));
        if (found.size() > MOST_CHAINS) {
            throw SourceException.fatal(
                    "foreign keys that cascade lead from one table to others in more than " + MOST_CHAINS
                            + " ways, one of" + " them by " + key,
                    "make some of them ON UPDATE RESTRICT ON DELETE RESTRICT, or exclude tables");
        }
    }

    /** What becomes of the children, or null for nothing. */
    private static Change change(ForeignKey key, Change parent) {
        Rule rule = parent == Change.REMOVED ? key.onDelete() : key.onUpdate();
        if (rule == Rule.REFUSE) {
            return null;
        }
        if (rule == Rule.CASCADE && parent == Change.REMOVED) {
            return Change.REMOVED;
        }
        Map<String, Integer> values = new TreeMap<>();
        for (int i = 0; i < key.columns().size(); i++) {
            String own = small(key.columns().get(i));
            if (rule == Rule.SET_NULL) {
                values.put(own, NewValue.NULL);
            } else if (parent.has(key.references().get(i))) {
                values.put(own, parent.values().get(small(key.references().get(i))));
            }
        }
        return new Change(values);
    }

    /** Rows of a table that is not replicated: nobody can say whom they lead to. */
    private void unknown(ForeignKey key) {
        for (ForeignKey next : byParent.getOrDefault(key.child(), List.of())) {
            if (shapes.apply(next.child()) != null) {
                throw throughUnknown(key);
            }
        }
    }

    static SourceException throughUnknown(ForeignKey key) {
        return SourceException.fatal(
                "rows of replicated tables change with rows of " + key.child() + ", which is not replicated, by the"
                        + " foreign key " + key.name() + " and one that refers to it; their work is not in the log",
                "add " + key.child()
                        + " to source.tables, or make the foreign key ON UPDATE RESTRICT ON DELETE RESTRICT");
    }

    private static List<Integer> indexes(List<String> wanted, List<String> names) {
        List<Integer> indexes =
                wanted.stream().map(name -> indexOf(name, names)).toList();
        return indexes.contains(-1) ? null : indexes;
    }

    private static int indexOf(String wanted, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        return -1;
    }

    private static String small(String column) {
        return column.toLowerCase(java.util.Locale.ROOT);
    }
}
