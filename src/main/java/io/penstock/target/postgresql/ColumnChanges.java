package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.Quoting.identifier;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableName;
import io.penstock.target.postgresql.DdlTables.Allowed;
import io.penstock.target.postgresql.ShapeDifference.Changed;
import io.penstock.target.postgresql.TargetTable.TargetColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The statements that bring a table of the target from one shape of the source to the next. What the target has already
 * is left alone, so that the statements may have run in part or have been run by the operator.
 */
final class ColumnChanges {
    private final TableDefinition definition;
    private final CatalogTable target;
    private final TableRecord record;
    private final Allowed allowed;
    private final boolean empty;
    private final String alter;
    private final List<String> statements = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /**
     * @param altered the table to change: the root where {@code target} is a partition
     * @param empty whether {@code altered} has no rows
     */
    ColumnChanges(
            TableDefinition definition,
            CatalogTable target,
            TableRecord record,
            TableName altered,
            Allowed allowed,
            boolean empty) {
        this.definition = definition;
        this.target = target;
        this.record = record;
        this.allowed = allowed;
        this.empty = empty;
        this.alter = "ALTER TABLE " + Quoting.name(altered) + ' ';
    }

    List<String> warnings() {
        return warnings;
    }

    /** @param casting whether a changed type needs an explicit cast, and its default has to go first */
    List<String> statements(boolean casting) {
        ShapeDifference difference = ShapeDifference.between(record.columns(), TableRecord.written(definition));
        if (!difference.unclear().isEmpty()) {
            throw unclear(difference);
        }
        Set<String> names = new HashSet<>();
        target.table().columns().forEach(column -> names.add(column.name()));
        difference.dropped().forEach(column -> drop(column, names));
        rename(difference.renamed(), names);
        for (Column column : definition.schema().columns()) {
            boolean isNew = difference.added().contains(column) || isNewGenerated(column);
            if (isNew && names.add(column.name())) {
                add(column);
            }
        }
        difference.retyped().forEach(changed -> retype(changed, casting));
        return statements;
    }

    private boolean isNewGenerated(Column column) {
        return record.made() && details(column).generated() != null;
    }

    private void drop(Column column, Set<String> names) {
        if (record.made() && names.remove(column.name())) {
            statements.add(alter + "DROP COLUMN " + identifier(column.name()));
        } else if (target.required().contains(column.name())) {
            warnings.add(
                    "The source dropped the column " + record.name() + "." + column.name()
                            + ", but the target's must be filled: new rows will be refused until it is dropped or gets a default");
        }
    }

    private void rename(List<Changed> renamed, Set<String> names) {
        List<Changed> due = new ArrayList<>();
        Set<String> leaving = new HashSet<>();
        for (Changed changed : renamed) {
            if (names.contains(changed.from().name())) {
                leaving.add(changed.from().name());
            }
        }
        for (Changed changed : renamed) {
            String from = changed.from().name();
            String to = changed.to().name();
            if (!names.contains(from)) {
                continue;
            }
            if (!names.contains(to) || leaving.contains(to)) {
                due.add(changed);
            } else if (record.made()) {
                // A copy made after the renaming has filled the new one.
                statements.add(alter + "DROP COLUMN " + identifier(from));
                names.remove(from);
            }
        }
        int before = statements.size();
        // By way of names that nobody has, when names change places.
        boolean detour =
                due.stream().anyMatch(changed -> leaving.contains(changed.to().name()));
        for (Changed changed : due) {
            String from = changed.from().name();
            String to = detour ? passing(changed) : changed.to().name();
            statements.add(alter + "RENAME COLUMN " + identifier(from) + " TO " + identifier(to));
            names.remove(from);
        }
        for (Changed changed : due) {
            if (detour) {
                statements.add(alter + "RENAME COLUMN " + identifier(passing(changed)) + " TO "
                        + identifier(changed.to().name()));
            }
            names.add(changed.to().name());
        }
        if (!record.made() && statements.size() > before) {
            throw Refusal.run(
                    "The source renamed columns of " + record.name() + ", and Penstock did not make the target's table "
                            + target.name(),
                    List.copyOf(statements.subList(before, statements.size())));
        }
    }

    private static String passing(Changed changed) {
        return "penstock_renaming_" + changed.to().number();
    }

    private void add(Column column) {
        ColumnDetails details = details(column);
        String typed = DdlTables.typed(column, details, allowed);
        String add = alter + "ADD COLUMN " + typed;
        int before = statements.size();
        if (details.olderUnknown() && !empty && record.made()) {
            throw unknownValues(column, add);
        }
        if (details.generated() != null) {
            statements.add(add + " GENERATED ALWAYS AS (" + details.generated() + ") STORED");
        } else if (details.identity() != null) {
            statements.add(add + DdlTables.identity(definition, column.name(), details, allowed));
        } else {
            addPlain(column, details, add);
        }
        if (!record.made()) {
            throw Refusal.run(
                    "The target table " + target.name() + " lacks the column " + column.name()
                            + " of the source, and Penstock did not make this table",
                    List.copyOf(statements.subList(before, statements.size())));
        }
    }

    /** Rows that are there get what the source's got: no row of the stream tells of it. */
    private void addPlain(Column column, ColumnDetails details, String add) {
        String expression = details.defaultExpression();
        String missing = details.missingValue();
        String changeDefault = alter + "ALTER COLUMN " + identifier(column.name());
        statements.add(
                missing == null
                        ? add
                        : add + " DEFAULT " + Quoting.literal(missing) + (details.notNull() ? " NOT NULL" : ""));
        if (expression != null) {
            statements.add(changeDefault + " SET DEFAULT " + expression);
        } else if (missing != null) {
            statements.add(changeDefault + " DROP DEFAULT");
        }
    }

    private RuntimeException unknownValues(Column column, String add) {
        return Refusal.of(
                "The source added the column " + record.name() + "." + column.name()
                        + " and wrote the table anew; the values that its rows got are not in the stream",
                "Run on the target: " + add + "; fill the column with the source's values of today, row by row (they"
                        + " are NULL where the source filled nothing in), and resume: later changes follow by themselves");
    }

    private void retype(Changed changed, boolean casting) {
        String type = changed.to().type();
        TargetColumn there = target.table().column(changed.from().name());
        TargetColumn column = there == null ? target.table().column(changed.to().name()) : there;
        if (column == null || column.storedType().equals(type)) {
            return;
        }
        String name = identifier(changed.to().name());
        String change = alter + "ALTER COLUMN " + name + " TYPE " + type;
        if (!record.made()) {
            if (TypeWidth.isNarrower(column.storedType(), type)) {
                throw Refusal.run(
                        "The column " + target.name() + "." + changed.to().name() + " is "
                                + column.storedType() + " on the target, narrower than the source's " + type
                                + ", and Penstock did not make this table",
                        List.of("ALTER TABLE " + Quoting.name(target.name()) + " ALTER COLUMN " + name + " TYPE "
                                + type));
            }
            return;
        }
        if (!casting) {
            statements.add(change);
            return;
        }
        String expression = details(changed.to()).defaultExpression();
        statements.add(alter + "ALTER COLUMN " + name + " DROP DEFAULT");
        statements.add(change + " USING " + name + "::text::" + type);
        if (expression != null) {
            statements.add(alter + "ALTER COLUMN " + name + " SET DEFAULT " + expression);
        }
    }

    private ColumnDetails details(Column column) {
        return DdlTables.details(definition, column.name());
    }

    private RuntimeException unclear(ShapeDifference difference) {
        return Refusal.of(
                "The shape of " + record.name()
                        + " changed at the source, and it can't be told whether columns were renamed"
                        + " or dropped and added: " + names(difference.dropped()) + " went, "
                        + names(difference.added()) + " came",
                "Copy the table again (backfill), or change the target's table by hand and correct its row in"
                        + " penstock.tables");
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }
}
