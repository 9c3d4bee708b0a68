package io.penstock.source.mysql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableSchema;
import io.penstock.stamp.Stamp;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells by two descriptions what has become of which column: the shape before and the one after, with numbers that are
 * the same for what is the same column. These servers have no numbers of their own that survive a change.
 */
final class NewShapes {
    /** Greater than any permanent number: the target knows by it that these are made up. */
    private static final int FIRST = 1 << 20;

    private NewShapes() {}

    /**
     * Columns of one name are one column.
     *
     * @param renames new names by their old ones
     */
    static List<TableDefinition> followed(
            TableSchema before, TableDefinition after, Map<String, String> renames, Stamp stamp) {
        Map<String, Integer> old = new HashMap<>();
        Map<String, Integer> fresh = new HashMap<>();
        for (Column column : before.columns()) {
            int number = number(stamp, column.name());
            old.put(column.name(), number);
            fresh.put(renames.getOrDefault(column.name(), column.name()), number);
        }
        after.schema().columns().forEach(c -> fresh.computeIfAbsent(c.name(), name -> number(stamp, "+" + name)));
        return pair(numbered(before, old), numbered(after.schema(), fresh), after);
    }

    /** Another table: its columns are told from those of the old one by nothing but their names. */
    static List<TableDefinition> replaced(TableSchema before, TableDefinition after, Stamp stamp) {
        Map<String, Integer> old = new HashMap<>();
        Map<String, Integer> fresh = new HashMap<>();
        before.columns().forEach(c -> old.put(c.name(), number(stamp, "-" + c.name())));
        after.schema().columns().forEach(c -> fresh.put(c.name(), number(stamp, "+" + c.name())));
        return pair(numbered(before, old), numbered(after.schema(), fresh), after);
    }

    /** True where names alone don't tell whether columns were renamed or came and went. */
    static boolean isUnclear(TableSchema before, TableSchema after) {
        Set<String> old = names(before);
        Set<String> now = names(after);
        return !now.containsAll(old) && !old.containsAll(now);
    }

    private static Set<String> names(TableSchema table) {
        Set<String> names = new HashSet<>();
        table.columns().forEach(column -> names.add(column.name()));
        return names;
    }

    /** The same, where the rows will be read again: what older ones hold need not be known. */
    static TableDefinition tobeRead(TableDefinition table) {
        Map<String, ColumnDetails> details = new HashMap<>();
        table.details()
                .forEach((name, of) -> details.put(
                        name,
                        new ColumnDetails(
                                of.notNull(),
                                of.defaultExpression(),
                                of.identity(),
                                of.generated(),
                                of.collation(),
                                of.missingValue(),
                                false)));
        return with(table, table.schema(), details);
    }

    private static List<TableDefinition> pair(TableSchema before, TableSchema after, TableDefinition known) {
        return List.of(TableDefinition.ofShape(before), with(known, after, known.details()));
    }

    private static TableSchema numbered(TableSchema table, Map<String, Integer> numbers) {
        List<Column> columns = table.columns().stream()
                .map(c -> new Column(c.name(), c.type(), numbers.getOrDefault(c.name(), c.number())))
                .toList();
        return new TableSchema(
                table.name(), table.sourceId(), columns, table.key(), table.fullIdentity(), table.product());
    }

    private static TableDefinition with(
            TableDefinition definition, TableSchema schema, Map<String, ColumnDetails> details) {
        return new TableDefinition(
                schema,
                details,
                definition.types(),
                definition.sequences(),
                definition.constraints(),
                definition.indexes(),
                definition.partition(),
                definition.estimatedRows());
    }

    /** The same each time the log sends the statement. */
    private static int number(Stamp stamp, String what) {
        return FIRST + Math.floorMod(31 * stamp.text().hashCode() + what.hashCode(), Integer.MAX_VALUE - FIRST);
    }
}
