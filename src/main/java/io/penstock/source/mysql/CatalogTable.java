package io.penstock.source.mysql;

import io.penstock.model.TableDefinition.Constraint;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table as {@code information_schema} has it now.
 *
 * @param key the columns that rows are found by: of the primary key, or of the unique key that stands in for it
 * @param constraints primary and unique keys
 * @param foreignKeys those by which the server changes its rows, where they were asked for
 * @param estimatedRows from statistics, or -1
 */
record CatalogTable(
        Ddl.Table name,
        List<CatalogColumn> columns,
        List<String> key,
        List<Constraint> constraints,
        List<ForeignKey> foreignKeys,
        long estimatedRows) {
    CatalogTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        constraints = List.copyOf(constraints);
        foreignKeys = List.copyOf(foreignKeys);
    }

    CatalogTable with(List<ForeignKey> keys) {
        return new CatalogTable(name, columns, key, constraints, keys, estimatedRows);
    }

    /**
     * @param type as the house writes it, see {@link EventColumn#text}
     * @param standard the default as an expression of SQL, or null
     * @param generated the expression of a generated column, or null
     * @param collation of text, or null
     */
    record CatalogColumn(
            String name, String type, boolean notNull, String standard, String generated, String collation) {}

    /** False where columns and keys are not of one table: see {@link Catalog}. */
    boolean isWhole() {
        return !columns.isEmpty()
                && Stream.concat(key.stream(), constraints.stream().flatMap(c -> c.columns().stream()))
                        .allMatch(name -> column(name) != null);
    }

    CatalogColumn column(String wanted) {
        for (CatalogColumn column : columns) {
            if (column.name().equals(wanted)) {
                return column;
            }
        }
        return null;
    }
}
