package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import io.penstock.target.postgresql.TargetTable.TargetColumn;
import java.util.List;

/**
 * Where the rows of a copy go, as the target stands when it begins.
 *
 * @param table the table itself, or the partitioned table that it is a part of
 * @param partitioned whether {@code table} holds its rows in partitions
 * @param whole whether {@code table} holds the rows of this source table only, so that others in it are to go
 * @param range the condition of the rows to be replaced; null for all that are there
 * @param empty whether nothing is there to be replaced
 * @param triggersOff whether removing a row leaves the rows that refer to it alone
 */
record BulkPlace(
        TargetTable table, boolean partitioned, boolean whole, String range, boolean empty, boolean triggersOff) {
    TableName name() {
        return table.name();
    }

    /** Plain tables may have heirs, whose rows are not theirs. */
    String rows() {
        return (partitioned ? "" : "ONLY ") + Quoting.name(name());
    }

    /** Ends a statement that is about the rows to be replaced. */
    String where() {
        return range == null ? "" : " WHERE " + range;
    }

    List<String> writable() {
        return table.columns().stream()
                .filter(column -> !column.generated())
                .map(TargetColumn::name)
                .toList();
    }

    boolean isGenerated(String column) {
        TargetColumn there = table.column(column);
        return there != null && there.generated();
    }
}
