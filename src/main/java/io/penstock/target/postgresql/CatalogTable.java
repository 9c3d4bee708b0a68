package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import java.util.List;
import java.util.Set;

/**
 * A table of the target with what only its making, changing and routing need to know.
 *
 * @param partitioned whether it holds its rows in partitions
 * @param required columns that an INSERT must name: NOT NULL, and nothing fills them in
 * @param looselyEqual columns of a nondeterministic collation: texts that differ may be equal
 * @param constraints names of all its constraints
 * @param references tables that its foreign keys point at
 * @param excluding whether it has an exclusion constraint
 * @param uniqueExpressions whether a unique index lies on expressions, or compares texts loosely
 */
record CatalogTable(
        TargetTable table,
        boolean partitioned,
        Set<String> required,
        Set<String> looselyEqual,
        Set<String> constraints,
        List<TableName> references,
        boolean excluding,
        boolean uniqueExpressions) {

    TableName name() {
        return table.name();
    }

    boolean has(String column) {
        return table.column(column) != null;
    }
}
