package io.penstock.target.mysql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.target.mysql.TargetTable.UniqueKey;
import java.util.List;
import java.util.Set;

/** A replicated table as it stands on the target, as it is recorded, and as its source defines it. */
record KnownTable(TargetTable target, TableRecord record, TableDefinition definition) {
    boolean fits(TableSchema shape) {
        return record.isShapeOf(shape, target);
    }

    /** True when a unique key or the key's own type ties rows of different key bytes to each other. */
    boolean tiesRows() {
        List<String> names = definition.schema().keyNames();
        Set<String> key = Set.copyOf(names);
        if (target.oddKeys() || !names.stream().allMatch(this::hasOneText)) {
            return true;
        }
        for (UniqueKey unique : target.uniqueKeys()) {
            if (!Set.copyOf(unique.columns()).equals(key)) {
                return true;
            }
        }
        return false;
    }

    /** Whether both servers sort the key alike, as far as is known: not texts, whose order is their collation's. */
    boolean hasOneOrder() {
        List<String> names = definition.schema().keyNames();
        return !names.isEmpty()
                && names.stream()
                        .map(target::column)
                        .allMatch(column -> column != null
                                && switch (column.kind()) {
                                    case INTEGER, DECIMAL, DATE, DATETIME, BYTES -> true;
                                    case FLOAT, BIT, TIME, TEXT -> false;
                                });
    }

    /** Whether equal values of the column are always the same bytes. */
    private boolean hasOneText(String column) {
        TargetColumn there = target.column(column);
        return there != null
                && switch (there.kind()) {
                    case INTEGER, BIT, BYTES, DATE, DATETIME, TIME -> true;
                    case TEXT -> there.isEnum() || Dialect.isExact(there.collation());
                    case DECIMAL, FLOAT -> false;
                };
    }
}
