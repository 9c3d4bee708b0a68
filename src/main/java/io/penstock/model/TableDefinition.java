package io.penstock.model;

import java.util.List;
import java.util.Map;

/**
 * All that a source's catalogue says of a table, for making it on a target. Expressions and type texts are the
 * source's own. Where the catalogue could not be asked (the table is gone), only {@code schema} is filled.
 *
 * @param details per column name; a column without an entry has no details
 * @param types user-defined types the columns need, in an order in which they can be created
 * @param sequences that the table's columns own or whose next values are its defaults
 * @param constraints primary key, unique, check, exclusion and foreign keys
 * @param indexes whole CREATE INDEX statements of indexes that no constraint owns
 * @param partition how the table is partitioned or what it is a partition of, or null
 * @param estimatedRows from statistics, or -1
 */
public record TableDefinition(
        TableSchema schema,
        Map<String, ColumnDetails> details,
        List<TypeDefinition> types,
        List<SequenceDefinition> sequences,
        List<Constraint> constraints,
        List<String> indexes,
        Partitioning partition,
        long estimatedRows) {

    public TableDefinition {
        details = Map.copyOf(details);
        types = List.copyOf(types);
        sequences = List.copyOf(sequences);
        constraints = List.copyOf(constraints);
        indexes = List.copyOf(indexes);
    }

    /** A definition of which only the shape is known. */
    public static TableDefinition ofShape(TableSchema schema) {
        return new TableDefinition(schema, Map.of(), List.of(), List.of(), List.of(), List.of(), null, -1);
    }

    /**
     * @param identity {@code ALWAYS}, {@code BY DEFAULT} or null
     * @param generated the expression of a stored generated column, or null; such columns are never written
     * @param defaultExpression or null
     * @param collation schema-qualified and quoted where it is not the type's own, otherwise null
     * @param missingValue the text of the value that rows older than the column have, although they were never changed
     *     (PostgreSQL: attmissingval), or null
     * @param olderUnknown whether rows older than the column may hold values of it that neither stream nor catalogue tell:
     *     the source wrote the table anew
     */
    public record ColumnDetails(
            boolean notNull,
            String defaultExpression,
            String identity,
            String generated,
            String collation,
            String missingValue,
            boolean olderUnknown) {
        /** Of which older rows have no value. */
        public ColumnDetails(
                boolean notNull, String defaultExpression, String identity, String generated, String collation) {
            this(notNull, defaultExpression, identity, generated, collation, null, false);
        }
    }

    /**
     * @param ownerColumn the column of the table that owns it, or null
     * @param dataType smallint, integer or bigint
     * @param lastValue the last value handed out, or null when none was
     */
    public record SequenceDefinition(
            QualifiedName name,
            String ownerColumn,
            String dataType,
            long start,
            long increment,
            long min,
            long max,
            boolean cycle,
            Long lastValue) {}

    /** What a constraint does. */
    public enum ConstraintKind {
        PRIMARY_KEY,
        UNIQUE,
        CHECK,
        EXCLUSION,
        FOREIGN_KEY
    }

    /**
     * @param columns the constrained columns in the constraint's order; empty where it is an expression
     * @param deferrable whether it may be checked at the end of a transaction
     * @param references the table a foreign key points at, otherwise null
     * @param clause what follows {@code CONSTRAINT name}, as the source prints it
     */
    public record Constraint(
            String name,
            ConstraintKind kind,
            List<String> columns,
            boolean deferrable,
            TableName references,
            String clause) {
        public Constraint {
            columns = List.copyOf(columns);
        }
    }

    /**
     * @param by what follows {@code PARTITION BY} for a partitioned table, otherwise null
     * @param of the parent for a partition, otherwise null
     * @param bound what follows {@code PARTITION OF parent}, otherwise null
     */
    public record Partitioning(String by, TableName of, String bound) {}

    public TableName name() {
        return schema.name();
    }

    /** True where rows may change because of rows of other tables, without a word in the source's log. */
    public boolean changesInSilence() {
        return schema.product().isMySql()
                && constraints.stream().anyMatch(constraint -> constraint.kind() == ConstraintKind.FOREIGN_KEY);
    }

    /** True for a partitioned table: it holds no rows of its own. */
    public boolean isPartitioned() {
        return partition != null && partition.by() != null;
    }
}
