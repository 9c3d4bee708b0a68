package io.penstock.source.mysql;

import io.penstock.model.Column;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Described;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.source.SourceException;
import io.penstock.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What statements on tables mean for the target. Those that can't be followed stop the loop, with the statement. */
final class TableStatements {
    private static final int NUMBERS = 1 << 20;

    private final TableNames names;
    private final TableShapes shapes;
    private final Cascades cascades;

    TableStatements(TableNames names, TableShapes shapes, Cascades cascades) {
        this.names = names;
        this.shapes = shapes;
        this.cascades = cascades;
    }

    /**
     * @param ordinal of the statement inside its transaction; what comes of it has ordinals from here on, four at most
     * @return in stream order; empty where the target has nothing to do
     */
    List<Mutation> mutations(Ddl ddl, QueryEvent query, Stamp stamp, long ordinal) {
        String usual = query.database();
        if (changesForeignKeys(ddl)) {
            cascades.forget();
            shapes.watch(cascades::isParent);
        }
        if (ddl instanceof Ddl.Truncate truncate) {
            return emptied(truncate.table().in(usual), stamp, ordinal);
        }
        if (ddl instanceof Ddl.Create create) {
            Ddl.Table table = create.table().in(usual);
            return created(table, create, stamp, ordinal);
        }
        if (ddl instanceof Ddl.Alter alter) {
            return altered(alter.table().in(usual), alter, query, stamp, ordinal);
        }
        if (ddl instanceof Ddl.Drop drop) {
            List<Mutation> mutations = new ArrayList<>();
            for (Ddl.Table table : drop.tables()) {
                mutations.addAll(emptied(table.in(usual), stamp, ordinal + mutations.size()));
            }
            return mutations;
        }
        if (ddl instanceof Ddl.Rename rename) {
            for (int i = 0; i < rename.from().size(); i++) {
                Ddl.Table from = rename.from().get(i).in(usual);
                Ddl.Table to = rename.to().get(i).in(usual);
                if (names.selects(from) || names.selects(to)) {
                    throw cannotFollow(from + " is renamed to " + to, query, stamp);
                }
            }
        }
        if (ddl instanceof Ddl.DropDatabase drop && shapes.knowsTablesOf(drop.database())) {
            throw cannotFollow("the database " + drop.database() + " is dropped", query, stamp);
        }
        return List.of();
    }

    private static boolean changesForeignKeys(Ddl ddl) {
        return ddl instanceof Ddl.Create create && (create.foreignKeys() || create.replace())
                || ddl instanceof Ddl.Alter alter && (alter.foreignKeys() || alter.to() != null)
                || ddl instanceof Ddl.Drop
                || ddl instanceof Ddl.Rename;
    }

    private List<Mutation> emptied(Ddl.Table table, Stamp stamp, long ordinal) {
        TableSchema schema = names.selects(table) ? shapes.latest(table) : null;
        return schema == null ? List.of() : List.of(new Truncate(stamp, ordinal, List.of(schema), false, true));
    }

    private List<Mutation> created(Ddl.Table table, Ddl.Create create, Stamp stamp, long ordinal) {
        if (!names.selects(table)) {
            return List.of();
        }
        TableSchema before = shapes.latest(table);
        if (create.keep() && before != null && shapes.isLive(table)) {
            return List.of(); // it was there
        }
        TableDefinition today = shapes.today(table);
        List<Mutation> mutations = new ArrayList<>();
        if (create.replace()) {
            mutations.addAll(emptied(table, stamp, ordinal));
        }
        if (today != null) {
            mutations.addAll(replaced(table, before, today, stamp, ordinal + 1));
        }
        return mutations;
    }

    /** Columns of the old and of the new table are told apart by numbers that no other has. */
    private List<Mutation> replaced(
            Ddl.Table table, TableSchema before, TableDefinition today, Stamp stamp, long ordinal) {
        shapes.told(table, today.schema());
        if (before == null || before.columns().equals(today.schema().columns())) {
            return List.of(new Described(stamp, ordinal, today.schema(), today));
        }
        Map<String, Integer> old = new HashMap<>();
        Map<String, Integer> fresh = new HashMap<>();
        before.columns().forEach(c -> old.put(c.name(), number(stamp, "-" + c.name())));
        today.schema().columns().forEach(c -> fresh.put(c.name(), number(stamp, "+" + c.name())));
        TableSchema numbered = numbered(before, old);
        TableSchema anew = numbered(today.schema(), fresh);
        return List.of(
                new Described(stamp, ordinal, numbered, TableDefinition.ofShape(numbered)),
                new Described(stamp, ordinal + 1, anew, with(today, anew)));
    }

    private List<Mutation> altered(Ddl.Table table, Ddl.Alter alter, QueryEvent query, Stamp stamp, long ordinal) {
        Ddl.Table to = alter.to() == null ? table : alter.to().in(query.database());
        boolean selected = names.selects(table);
        if (!to.equals(table) && (selected || names.selects(to))) {
            throw cannotFollow(table + " is renamed to " + to, query, stamp);
        }
        if (!selected || alter.renames().isEmpty()) {
            return List.of(); // the next rows show what has become of the columns
        }
        TableSchema before = shapes.latest(table);
        Map<String, String> renames = before == null ? Map.of() : asSpelled(alter.renames(), before);
        // Of a column that is not there the shape is of a later time; the next rows will tell.
        return renames.size() == alter.renames().size() ? renamed(table, before, renames, stamp, ordinal) : List.of();
    }

    private List<Mutation> renamed(
            Ddl.Table table, TableSchema before, Map<String, String> renames, Stamp stamp, long ordinal) {
        Map<String, Integer> old = new HashMap<>();
        Map<String, Integer> fresh = new HashMap<>();
        List<Column> columns = new ArrayList<>();
        for (Column column : before.columns()) {
            String name = renames.getOrDefault(column.name(), column.name());
            int number = number(stamp, column.name());
            old.put(column.name(), number);
            fresh.put(name, number);
            columns.add(new Column(name, column.type(), 0));
        }
        TableSchema numbered = numbered(before, old);
        TableSchema after = numbered(
                new TableSchema(
                        before.name(),
                        before.sourceId(),
                        columns,
                        before.key(),
                        before.fullIdentity(),
                        before.product()),
                fresh);
        shapes.told(table, after);
        return List.of(
                new Described(stamp, ordinal, numbered, TableDefinition.ofShape(numbered)),
                new Described(stamp, ordinal + 1, after, TableDefinition.ofShape(after)));
    }

    /** Names of columns are the same in small and in capital letters. */
    private static Map<String, String> asSpelled(Map<String, String> renames, TableSchema table) {
        Map<String, String> spelled = new HashMap<>();
        renames.forEach((from, to) -> table.columns().stream()
                .map(Column::name)
                .filter(from::equalsIgnoreCase)
                .forEach(name -> spelled.put(name, to)));
        return spelled;
    }

    private static TableSchema numbered(TableSchema table, Map<String, Integer> numbers) {
        List<Column> columns = table.columns().stream()
                .map(c -> new Column(c.name(), c.type(), numbers.getOrDefault(c.name(), c.number())))
                .toList();
        return new TableSchema(
                table.name(), table.sourceId(), columns, table.key(), table.fullIdentity(), table.product());
    }

    private static TableDefinition with(TableDefinition definition, TableSchema schema) {
        return new TableDefinition(
                schema,
                definition.details(),
                definition.types(),
                definition.sequences(),
                definition.constraints(),
                definition.indexes(),
                definition.partition(),
                definition.estimatedRows());
    }

    /** The same each time the log sends the statement. */
    private static int number(Stamp stamp, String what) {
        return 1 + Math.floorMod(31 * stamp.text().hashCode() + what.hashCode(), Integer.MAX_VALUE - NUMBERS);
    }

    private static SourceException cannotFollow(String what, QueryEvent query, Stamp stamp) {
        return SourceException.fatal(
                what + " at " + stamp + ", which Penstock does not follow yet: " + SqlTokens.shown(query.sql()),
                "do the same on the target by hand, and begin a new loop behind this position (a copy, or"
                        + " source.startAt: \"" + stamp.text() + "\")");
    }
}
