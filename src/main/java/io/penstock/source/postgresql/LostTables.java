package io.penstock.source.postgresql;

import io.penstock.config.TablePattern;
import io.penstock.model.TableName;
import io.penstock.source.SourceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds selected tables that are not published, though the loop counts on them: a table that is dropped and made again
 * under its name is another one for a publication that lists tables, and the stream says nothing of it.
 */
record LostTables(ReplicatedTables tables) {
    /** @param followed the tables that the loop replicates. @throws SourceException final, where one is lost */
    void check(Connection connection, Set<TableName> followed) throws SQLException {
        List<SourceTable> lost = find(connection, followed);
        if (!lost.isEmpty()) {
            // The two questions are not asked at one moment: a table that is renamed between them looks lost, once.
            List<SourceTable> again = find(connection, followed);
            lost = lost.stream()
                    .filter(table -> again.stream().anyMatch(a -> a.oid() == table.oid()))
                    .toList();
        }
        if (!lost.isEmpty()) {
            throw lost(lost);
        }
    }

    private List<SourceTable> find(Connection connection, Set<TableName> followed) throws SQLException {
        PublicationView view = PublicationView.read(connection, tables.publication());
        if (view == null) {
            return List.of(); // the stream itself says so, with the next change
        }
        TableDirectory directory = TableDirectory.load(connection);
        List<SourceTable> lost = new ArrayList<>();
        for (SourceTable table : tables.selection().of(directory)) {
            List<TableName> ancestors =
                    directory.ancestors(table).stream().map(SourceTable::name).toList();
            boolean expected = followed.contains(table.name()) || isNamed(table.name());
            if (expected
                    && !table.unlogged()
                    && !table.partitioned()
                    && view.publishedAs(table.name(), ancestors) == null) {
                lost.add(table);
            }
        }
        return lost;
    }

    private SourceException lost(List<SourceTable> lost) {
        List<TableName> names = lost.stream().map(SourceTable::name).toList();
        return SourceException.fatal(
                Quoting.list(names) + " was made, or made again, on the source and is not in publication "
                        + tables.publication() + ": its changes are not in the stream",
                "run on the source: ALTER PUBLICATION " + Quoting.identifier(tables.publication()) + " ADD TABLE "
                        + PublicationSetup.onlyTables(lost)
                        + "; make the target's table anew, copy into it the rows"
                        + " that are there by then, and resume. A publication FOR TABLES IN SCHEMA has such tables"
                        + " from their first row on");
    }

    private boolean isNamed(TableName name) {
        return tables.selection().config().tables().stream()
                .filter(TablePattern::isExact)
                .anyMatch(pattern -> pattern.matches(name));
    }
}
