package io.penstock.source.mysql;

import io.penstock.model.Dependents;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.source.SourceException;
import io.penstock.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What the server changes below its log. InnoDB carries out a foreign key's ON DELETE and ON UPDATE without an event;
 * so a parent's event is told together with them.
 */
final class Cascades {
    private final Supplier<List<ForeignKey>> today;
    private final Function<Ddl.Table, TableSchema> latest;
    private final Map<Ddl.Table, TableSchema> shapes = new HashMap<>();
    /** Null when it has to be asked for. */
    private Map<Ddl.Table, List<ForeignKey>> byParent;

    /**
     * @param today the foreign keys of the catalogue; none where the server logs what they do
     * @param latest shapes of replicated tables, null for others
     */
    Cascades(Supplier<List<ForeignKey>> today, Function<Ddl.Table, TableSchema> latest) {
        this.today = today;
        this.latest = latest;
    }

    /** Keys may have come or gone. */
    void forget() {
        byParent = null;
    }

    boolean isParent(Ddl.Table table) {
        return keys().containsKey(table);
    }

    /** Null where nothing follows from it. */
    Cascade removed(Stamp stamp, long ordinal, TableMap parent, List<Tuple> rows) {
        List<String> columns = referenced(parent);
        List<Dependents> dependents = new CascadePlan(keys(), this::shape).removed(name(parent), columns);
        return dependents.isEmpty()
                ? null
                : new Cascade(
                        stamp,
                        ordinal,
                        dependents,
                        rows.stream().map(row -> values(parent, columns, row)).toList(),
                        null);
    }

    /**
     * @param before and {@code after} as far as the log has them: what {@code after} lacks has not changed
     * @return null where nothing follows from it
     */
    Cascade changed(Stamp stamp, long ordinal, TableMap parent, Tuple before, Tuple after) {
        List<String> columns = referenced(parent);
        List<Integer> changed = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int column = indexOf(parent, columns.get(i));
            if (!after.isAbsent(column) && !after.sameValue(column, before, column)) {
                changed.add(i);
            }
        }
        List<Dependents> dependents = changed.isEmpty()
                ? List.of()
                : new CascadePlan(keys(), this::shape).changed(name(parent), columns, changed);
        return dependents.isEmpty()
                ? null
                : new Cascade(
                        stamp,
                        ordinal,
                        dependents,
                        List.of(values(parent, columns, before)),
                        values(parent, columns, after.over(before)));
    }

    private Map<Ddl.Table, List<ForeignKey>> keys() {
        if (byParent == null) {
            byParent = today.get().stream().collect(Collectors.groupingBy(ForeignKey::parent));
            shapes.clear();
        }
        return byParent;
    }

    /** The same instance as long as it says the same: lanes know tables by it. */
    private TableSchema shape(Ddl.Table table) {
        TableSchema now = latest.apply(table);
        TableSchema known = shapes.get(table);
        if (now != null && now.equals(known)) {
            return known;
        }
        shapes.put(table, now);
        return now;
    }

    /** Those of the parent's columns that foreign keys refer to and that it has. */
    private List<String> referenced(TableMap parent) {
        Set<String> columns = new LinkedHashSet<>();
        for (ForeignKey key : keys().get(name(parent))) {
            for (String column : key.references()) {
                int index = indexOf(parent, column);
                if (index >= 0) {
                    columns.add(parent.columns().get(index).name());
                }
            }
        }
        return List.copyOf(columns);
    }

    private static Tuple values(TableMap parent, List<String> columns, Tuple row) {
        String[] values = new String[columns.size()];
        for (int i = 0; i < values.length; i++) {
            int column = indexOf(parent, columns.get(i));
            if (row.isAbsent(column)) {
                throw SourceException.fatal(
                        "a foreign key refers to " + parent + "." + columns.get(i)
                                + ", and the log does not have the value that rows referred to",
                        "SET GLOBAL binlog_row_image = 'FULL' on the source, make its sessions connect anew, and copy the"
                                + " tables again");
            }
            values[i] = row.text(column);
        }
        return Tuple.of(values);
    }

    private static int indexOf(TableMap table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    private static Ddl.Table name(TableMap table) {
        return new Ddl.Table(table.database(), table.table());
    }
}
