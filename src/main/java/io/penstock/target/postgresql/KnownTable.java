package io.penstock.target.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.target.postgresql.TargetTable.UniqueKey;
import java.util.List;
import java.util.Set;

/** A replicated table as it stands on the target, as it is recorded, and as its source defines it. */
final class KnownTable {
    final CatalogTable catalog;
    final TableRecord record;
    final TableDefinition definition;
    /** The last shape that was found to fit; shapes are compared once, then recognised. */
    private volatile TableSchema fitting;

    KnownTable(CatalogTable catalog, TableRecord record, TableDefinition definition) {
        this.catalog = catalog;
        this.record = record;
        this.definition = definition;
    }

    boolean fits(TableSchema shape) {
        if (shape == fitting) {
            return true;
        }
        if (!record.isShapeOf(shape, catalog.table())) {
            return false;
        }
        fitting = shape;
        return true;
    }

    /** True when a unique key or an exclusion ties rows of different keys to each other. */
    boolean tiesRows() {
        if (catalog.excluding() || catalog.uniqueExpressions()) {
            return true;
        }
        Set<String> key = rowKey();
        for (UniqueKey unique : catalog.table().uniqueKeys()) {
            if (unique.partial() || !Set.copyOf(unique.columns()).equals(key)) {
                return true;
            }
        }
        return false;
    }

    private Set<String> rowKey() {
        List<String> names = definition.schema().keyNames();
        List<UniqueKey> uniques = catalog.table().uniqueKeys();
        return names.isEmpty() && !uniques.isEmpty() && uniques.get(0).primary()
                ? Set.copyOf(uniques.get(0).columns())
                : Set.copyOf(names);
    }
}
