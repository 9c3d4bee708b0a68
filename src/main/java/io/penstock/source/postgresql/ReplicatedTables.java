package io.penstock.source.postgresql;

import io.penstock.model.TableDefinition.Partitioning;
import io.penstock.model.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the tables of a loop: matched by its patterns, in the log, and published. */
record ReplicatedTables(TableSelection selection, String publication) {

    List<ReplicatedTable> read(Connection connection) throws SQLException {
        PublicationView view = PublicationView.read(connection, publication);
        List<SourceTable> chosen = chosen(TableDirectory.load(connection), view);
        List<CatalogTable> tables = new PostgresCatalog(connection)
                .read(chosen.stream().map(SourceTable::oid).toList());
        Set<TableName> names = new HashSet<>();
        tables.forEach(t -> names.add(t.name()));
        List<ReplicatedTable> replicated = new ArrayList<>(tables.size());
        for (CatalogTable table : tables) {
            replicated.add(ReplicatedTable.of(
                    table,
                    placed(table, view, names::contains),
                    view == null ? null : view.tables().get(table.name())));
        }
        return replicated;
    }

    /** One table by its oid, whatever it is called by now; null where it is gone. */
    CatalogTable readOne(Connection connection, long oid) throws SQLException {
        PostgresCatalog catalog = new PostgresCatalog(connection);
        List<CatalogTable> found = catalog.read(List.of(oid));
        if (found.isEmpty()) {
            return null;
        }
        List<TableName> ancestors = catalog.ancestors(oid);
        boolean parentSelected =
                !ancestors.isEmpty() && selection.selects(ancestors.get(0), ancestors.subList(1, ancestors.size()));
        return placed(found.get(0), PublicationView.read(connection, publication), parent -> parentSelected);
    }

    private List<SourceTable> chosen(TableDirectory directory, PublicationView view) {
        List<SourceTable> chosen = new ArrayList<>();
        for (SourceTable table : selection.of(directory)) {
            boolean published = view == null
                    || view.tables().containsKey(table.name())
                    // Partitioned tables that are not published themselves give their partitions a place.
                    || (table.partitioned() && !view.viaRoot());
            if (published && !table.unlogged()) {
                chosen.add(table);
            }
        }
        return chosen;
    }

    /**
     * A partition whose parent is not replicated is a table by itself, and so is a partitioned table that stands for
     * its partitions.
     */
    private static CatalogTable placed(CatalogTable table, PublicationView view, Predicate<TableName> isReplicated) {
        Partitioning place = table.partition();
        if (place == null) {
            return table;
        }
        if (view != null && view.viaRoot()) {
            return table.placed(null);
        }
        return place.of() == null || isReplicated.test(place.of())
                ? table
                : table.placed(place.by() == null ? null : new Partitioning(place.by(), null, null));
    }
}
