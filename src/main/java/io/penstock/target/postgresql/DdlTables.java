package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.Quoting.identifier;
import static io.penstock.target.postgresql.Quoting.name;

import io.penstock.model.Column;
import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableDefinition.SequenceDefinition;
import io.penstock.model.TableName;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Predicate;

/** The text that makes tables, with their columns and the keys that rows are found by. */
final class DdlTables {
    private static final ColumnDetails PLAIN = new ColumnDetails(false, null, null, null, null);

    /**
     * What is left out because the target lacks it.
     *
     * @param nameIsFree whether a sequence can be made under this name
     * @param collations whether the target has this collation (qualified and quoted)
     * @param defaults false to leave defaults out: replicated rows come complete, so they are a convenience only
     */
    record Allowed(Predicate<QualifiedName> nameIsFree, Predicate<String> collations, boolean defaults) {
        /** For texts that an operator will run. */
        static final Allowed ALL = new Allowed(name -> true, collation -> true, true);

        Allowed withoutDefaults() {
            return new Allowed(nameIsFree, collations, false);
        }
    }

    private DdlTables() {}

    /** @param keys the primary and unique constraints to make with the table */
    static String create(TableDefinition table, List<Constraint> keys, Allowed allowed) {
        StringBuilder text = new StringBuilder("CREATE TABLE ").append(name(table.name()));
        TableDefinition.Partitioning partition = table.partition();
        boolean leaf = partition != null && partition.of() != null;
        if (leaf) {
            text.append(" PARTITION OF ").append(name(partition.of()));
        }
        StringJoiner parts = new StringJoiner(",\n  ", " (\n  ", ")");
        parts.setEmptyValue(leaf ? "" : " ()");
        if (!leaf) {
            table.schema().columns().forEach(column -> parts.add(column(table, column, allowed)));
        }
        keys.forEach(key -> parts.add(constraint(key)));
        text.append(parts);
        if (leaf) {
            text.append(' ').append(partition.bound());
        }
        if (partition != null && partition.by() != null) {
            text.append(" PARTITION BY ").append(partition.by());
        }
        return text.toString();
    }

    static String constraint(Constraint constraint) {
        return "CONSTRAINT " + identifier(constraint.name()) + ' ' + constraint.clause();
    }

    static String addConstraint(TableName table, Constraint constraint) {
        return "ALTER TABLE " + name(table) + " ADD " + constraint(constraint);
    }

    static ColumnDetails details(TableDefinition table, String column) {
        return table.details().getOrDefault(column, PLAIN);
    }

    static boolean isKey(Constraint constraint) {
        return constraint.kind() == ConstraintKind.PRIMARY_KEY || constraint.kind() == ConstraintKind.UNIQUE;
    }

    private static String column(TableDefinition table, Column column, Allowed allowed) {
        ColumnDetails details = details(table, column.name());
        StringBuilder text = new StringBuilder(typed(column, details, allowed));
        if (details.generated() != null) {
            text.append(" GENERATED ALWAYS AS (").append(details.generated()).append(") STORED");
        } else if (details.identity() != null) {
            text.append(identity(table, column.name(), details, allowed));
        } else if (details.defaultExpression() != null && allowed.defaults()) {
            text.append(" DEFAULT ").append(details.defaultExpression());
        }
        return text.append(details.notNull() ? " NOT NULL" : "").toString();
    }

    /** Name, type and collation. */
    static String typed(Column column, ColumnDetails details, Allowed allowed) {
        String text = identifier(column.name()) + ' ' + column.type();
        boolean collated = details.collation() != null && allowed.collations().test(details.collation());
        return collated ? text + " COLLATE " + details.collation() : text;
    }

    static String identity(TableDefinition table, String column, ColumnDetails details, Allowed allowed) {
        String text = " GENERATED " + details.identity() + " AS IDENTITY";
        for (SequenceDefinition sequence : table.sequences()) {
            if (column.equals(sequence.ownerColumn())) {
                boolean free = allowed.nameIsFree().test(sequence.name());
                return text + " (" + DdlSequences.identityOptions(sequence, free) + ")";
            }
        }
        return text;
    }
}
