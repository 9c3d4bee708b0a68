package io.penstock.source.postgresql;

import io.penstock.model.TableName;
import io.penstock.source.postgresql.CatalogTable.CatalogColumn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The shape that a table has in a reader's snapshot. The whole catalogue is read once; then each table is only asked
 * whether it is still what it was, so that the cost of a chunk does not grow with the number of tables.
 */
final class ShapesAtMoment {
    private static final String SHAPE = "SELECT c.oid || ':' || coalesce((SELECT pg_catalog.string_agg(a.attnum || ' '"
            + " || a.attname || ' ' || a.atttypid || ' ' || a.atttypmod, ',' ORDER BY a.attnum)"
            + " FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped), '')"
            + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relname = ?";

    private final ReplicatedTables tables;
    private final Map<TableName, Known> known = new ConcurrentHashMap<>();

    ShapesAtMoment(ReplicatedTables tables) {
        this.tables = tables;
    }

    private record Known(ReplicatedTable table, String shape) {}

    /** Null where the table isn't replicated, or isn't there. */
    ReplicatedTable find(Connection connection, TableName name) throws SQLException {
        Known before = known.get(name);
        if (before == null || !before.shape.equals(shape(connection, name))) {
            known.remove(name);
            for (ReplicatedTable table : tables.read(connection)) {
                known.put(table.table().name(), new Known(table, shape(table)));
            }
            before = known.get(name);
        }
        return before == null ? null : before.table;
    }

    private static String shape(ReplicatedTable table) {
        return table.table().oid() + ":"
                + table.table().columns().stream().map(ShapesAtMoment::shape).collect(Collectors.joining(","));
    }

    private static String shape(CatalogColumn column) {
        return column.column().number() + " " + column.column().name() + " " + column.typeOid() + " "
                + column.typeModifier();
    }

    private static String shape(Connection connection, TableName name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SHAPE)) {
            statement.setString(1, name.schema());
            statement.setString(2, name.table());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }
}
