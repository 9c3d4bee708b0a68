package io.penstock.target.mysql;

import static io.penstock.target.mysql.Quoting.identifier;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.target.ShapeDifference;
import io.penstock.target.ShapeDifference.Changed;
import io.penstock.target.TargetException;
import java.util.ArrayList;
import java.util.List;

/**
 * The statement that brings a table of the target from one shape of the source to the next: one, so that it happens
 * whole or not at all. What the target has already is left alone, because it may have happened although nobody heard of
 * it, or the operator may have done it.
 */
record TableChange(TableDefinition definition, TargetTable there, TableRecord record, TableDdl ddl, boolean empty) {
    static String alter(TableName table, List<String> changes) {
        return "ALTER TABLE " + Quoting.name(table) + " " + String.join(", ", changes);
    }

    /** Empty when there is nothing to change. @throws io.penstock.target.TargetException when it can't be told what is meant */
    List<String> statements() {
        List<Column> after = TableDdl.written(definition);
        ShapeDifference difference = ShapeDifference.between(record.columns(), after);
        if (!difference.unclear().isEmpty()) {
            throw Refusal.of(
                    "The table " + definition.name()
                            + " has changed on the source, and it can't be told whether columns"
                            + " were renamed, or dropped and added: "
                            + difference.unclear().stream().map(Column::name).toList(),
                    "change the target's table " + there.name()
                            + " as the source's was changed, delete its row from penstock.tables, and resume the loop");
        }
        List<String> changes = new ArrayList<>();
        for (Column dropped : difference.dropped()) {
            if (has(dropped) && record.made()) {
                changes.add("DROP COLUMN " + identifier(dropped.name()));
            }
        }
        for (Changed renamed : difference.renamed()) {
            if (has(renamed.from()) && !has(renamed.to())) {
                if (!record.made()) {
                    throw Refusal.of(
                            "The source renamed the column " + definition.name() + "."
                                    + renamed.from().name() + " to "
                                    + renamed.to().name() + ", and the target's table " + there.name()
                                    + " was not made by Penstock",
                            "run: "
                                    + alter(
                                            there.name(),
                                            List.of("RENAME COLUMN "
                                                    + identifier(renamed.from().name()) + " TO "
                                                    + identifier(renamed.to().name())))
                                    + "; then resume the loop");
                }
                changes.add("CHANGE COLUMN " + identifier(renamed.from().name()) + " " + ddl.column(renamed.to()));
            }
        }
        for (Column added : difference.added()) {
            boolean replaces = difference.dropped().stream()
                    .anyMatch(dropped -> dropped.name().equals(added.name()));
            if (!has(added) || replaces && record.made()) {
                if (!empty && TableDdl.details(definition, added.name()).olderUnknown()) {
                    throw unknownValues(added);
                }
                changes.add("ADD COLUMN " + ddl.addedColumn(added));
            }
        }
        for (Changed retyped : difference.retyped()) {
            boolean renamed = !retyped.from().name().equals(retyped.to().name());
            if (has(retyped.to()) && !renamed && record.made()) {
                changes.add("MODIFY COLUMN " + ddl.column(retyped.to()));
            }
        }
        keyChanged(changes);
        return changes.isEmpty() ? List.of() : List.of(alter(there.name(), changes));
    }

    private TargetException unknownValues(Column added) {
        return Refusal.of(
                "The source added the column " + definition.name() + "." + added.name()
                        + " with values that it does not tell for rows that were there before",
                "run: " + alter(there.name(), List.of("ADD COLUMN " + ddl.column(added)))
                        + "; fill it from the source, then resume the loop");
    }

    private boolean has(Column column) {
        return there.column(column.name()) != null;
    }

    /** Another primary key than the target has, where the table is ours. */
    private void keyChanged(List<String> changes) {
        List<String> wanted = ddl.primaryKey();
        List<String> found = there.uniqueKeys().stream()
                .filter(TargetTable.UniqueKey::primary)
                .map(TargetTable.UniqueKey::columns)
                .findFirst()
                .orElse(List.of());
        if (!record.made() || definition.constraints().isEmpty() || wanted.equals(found)) {
            return;
        }
        if (!found.isEmpty()) {
            changes.add("DROP PRIMARY KEY");
        }
        if (!wanted.isEmpty()) {
            changes.add("ADD PRIMARY KEY (" + Quoting.identifiers(wanted) + ")");
        }
    }
}
