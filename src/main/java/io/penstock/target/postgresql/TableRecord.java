package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What Penstock has written down of a table of the target.
 *
 * @param sourceId the source's identifier of the table whose rows it holds
 * @param columns the source's columns when the table was last made to fit, without generated ones
 * @param made whether Penstock made it, and so may drop what the source dropped
 */
record TableRecord(TableName name, long sourceId, List<Column> columns, boolean made) {
    TableRecord {
        columns = List.copyOf(columns);
    }

    static TableRecord of(TableDefinition table, boolean made) {
        return new TableRecord(table.name(), table.schema().sourceId(), written(table), made);
    }

    /** Columns whose values the source sends. */
    static List<Column> written(TableDefinition table) {
        return table.schema().columns().stream()
                .filter(column -> DdlTables.details(table, column.name()).generated() == null)
                .toList();
    }

    /**
     * This record, with numbers that it does not know taken from an earlier one. The stream may describe a column that
     * the catalogue has no more: its number is then unknown, and without it the next change of the table would be read
     * as another one than it was.
     */
    TableRecord numberedAs(TableRecord earlier) {
        List<Column> numbered = columns.stream()
                .map(column -> column.number() > 0
                        ? column
                        : earlier.columns.stream()
                                .filter(known -> known.name().equals(column.name())
                                        && known.type().equals(column.type()))
                                .findFirst()
                                .orElse(column))
                .toList();
        return new TableRecord(name, sourceId, numbered, made);
    }

    /** True when {@code shape} is the recorded one; the order of columns is of no matter, nor are generated ones. */
    boolean isShapeOf(TableSchema shape, TargetTable target) {
        if (shape.sourceId() != sourceId) {
            return false;
        }
        Set<Column> left = new HashSet<>(columns);
        for (Column column : shape.columns()) {
            TargetTable.TargetColumn there = target.column(column.name());
            if (there == null || (!left.removeIf(recorded -> isSame(recorded, column)) && !there.generated())) {
                return false;
            }
        }
        return left.isEmpty();
    }

    /** A number that the shape does not know may be any. */
    private static boolean isSame(Column recorded, Column column) {
        return column.number() == 0
                ? recorded.name().equals(column.name()) && recorded.type().equals(column.type())
                : recorded.equals(column);
    }
}
