package io.penstock.source.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.testkit.Sql;
import io.penstock.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Definitions of all tables of a test database, read as a source reads them. */
public final class SourceDefinitions {
    private SourceDefinitions() {}

    public static List<TableDefinition> read(TestDatabase database) {
        try (Connection connection = database.connect()) {
            Sql.execute(connection, "SET search_path = ''");
            List<Long> oids = Sql.query(
                            connection,
                            "SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                                    + " WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog',"
                                    + " 'information_schema', 'penstock')")
                    .stream()
                    .map(row -> Long.valueOf(row.get(0)))
                    .toList();
            return new PostgresCatalog(connection)
                    .read(oids).stream()
                            .map(table -> table.definition(table.columns()))
                            .toList();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
