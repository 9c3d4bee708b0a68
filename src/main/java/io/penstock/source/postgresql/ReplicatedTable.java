package io.penstock.source.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.source.postgresql.CatalogTable.CatalogColumn;
import io.penstock.source.postgresql.PublicationView.PublishedTable;
import java.util.List;

/**
 * A table that this loop replicates, as far as it is published.
 *
 * @param columns those that are published and, where none are left out, the generated ones
 * @param rowFilter SQL condition of published rows, or null
 * @param spansPartitions it stands for its partitions and is read through
 */
record ReplicatedTable(
        CatalogTable table,
        List<CatalogColumn> columns,
        String rowFilter,
        boolean spansPartitions,
        TableDefinition definition) {

    /** @param table {@code found} in the place among partitions that it has here */
    static ReplicatedTable of(CatalogTable found, CatalogTable table, PublishedTable published) {
        List<CatalogColumn> columns = table.columns();
        if (published != null && published.columns() != null) {
            List<String> names = published.columns();
            boolean whole = columns.stream()
                    .allMatch(c -> c.isGenerated() || names.contains(c.column().name()));
            if (!whole) {
                columns = columns.stream()
                        .filter(c -> names.contains(c.column().name()))
                        .toList();
            }
        }
        String rowFilter = published == null ? null : published.rowFilter();
        return new ReplicatedTable(
                table, columns, rowFilter, found.isPartitioned() && !table.isPartitioned(), table.definition(columns));
    }
}
