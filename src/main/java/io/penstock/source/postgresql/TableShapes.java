package io.penstock.source.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.source.SourceException;
import io.penstock.source.postgresql.CatalogTable.CatalogColumn;
import io.penstock.source.postgresql.RelationCache.Described;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the stream's descriptions their details. The message is the truth for names and types of its time; the
 * catalogue is today's, may differ, and may not have the table any more. It adds what belongs to columns that agree.
 */
final class TableShapes implements RelationCache.Shapes, AutoCloseable {
    private final Connections connections;
    private final ReplicatedTables replicated;
    /** Read at once when the stream starts; each serves the first description of its table. */
    private final Map<Long, ReplicatedTable> readAhead = new HashMap<>();

    /** Names that tables had while they were not replicated: their rows of that time are not in the stream. */
    private final Map<Long, TableName> unselected = new HashMap<>();

    private final Map<Long, String> typeTexts = new HashMap<>();
    private final Map<Integer, String> typeNames = new HashMap<>();
    private Connection connection;

    private TableShapes(Connections connections, ReplicatedTables replicated) {
        this.connections = connections;
        this.replicated = replicated;
    }

    /** Connects and reads all replicated tables. */
    static TableShapes open(Connections connections, ReplicatedTables replicated) throws SQLException {
        TableShapes shapes = new TableShapes(connections, replicated);
        for (ReplicatedTable table : replicated.read(shapes.connection())) {
            shapes.readAhead.put(table.table().oid(), table);
            for (CatalogColumn column : table.table().columns()) {
                long pair = pair(column.typeOid(), column.typeModifier());
                shapes.typeTexts.put(pair, column.column().type());
            }
        }
        TableDirectory directory = TableDirectory.load(shapes.connection());
        directory.tables().forEach(table -> shapes.unselected.put(table.oid(), table.name()));
        replicated.selection().of(directory).forEach(table -> shapes.unselected.remove(table.oid()));
        return shapes;
    }

    @Override
    public boolean selects(RelationMessage message) {
        boolean selected = replicated.selection().selects(message.name())
                || replicated.selection().selects(message.name(), ask(catalog -> catalog.ancestors(oid(message))));
        TableName before = unselected.get(oid(message));
        if (!selected) {
            unselected.put(oid(message), message.name());
        } else if (before != null) {
            throw SourceException.fatal(
                    "the table " + before + " was not replicated and is now, as " + message.name()
                            + " (it was renamed, or attached to a partitioned table): the rows that it had before are not in"
                            + " the stream",
                    "make " + message.name() + " on the target, copy into it the rows that the source has by now, and"
                            + " resume: what follows is applied on top. Or exclude it under its new name");
        }
        return selected;
    }

    @Override
    public Described describe(RelationMessage message, int xid) {
        CatalogTable table = find(message, xid);
        List<CatalogColumn> agreeing = table == null ? List.of() : agreeing(table, message);
        List<Column> columns = columns(message, agreeing);
        TableSchema rows = new TableSchema(
                message.name(), oid(message), columns, key(message, table, columns), message.identity() == 'f');
        return new Described(rows, definition(message, table, agreeing, rows));
    }

    @Override
    public boolean isRenumbered(TableSchema described, int xid) {
        Map<String, Integer> numbers = BlockingWork.now("read the catalogue of " + connections.where(), () -> {
            Visibility.await(connection(), xid);
            return new PostgresCatalog(connection()).columnNumbers(described.sourceId());
        });
        return described.columns().stream()
                .anyMatch(column ->
                        column.number() > 0 && numbers.getOrDefault(column.name(), column.number()) != column.number());
    }

    private CatalogTable find(RelationMessage message, int xid) {
        ReplicatedTable early = readAhead.remove(oid(message));
        if (early != null
                && agreeing(early.table(), message).size()
                        == message.attributes().size()) {
            return early.table();
        }
        return BlockingWork.now("read the catalogue of " + connections.where(), () -> {
            Visibility.await(connection(), xid);
            return replicated.readOne(connection(), oid(message));
        });
    }

    private static List<CatalogColumn> agreeing(CatalogTable table, RelationMessage message) {
        Map<String, CatalogColumn> byName = new HashMap<>();
        table.columns().forEach(c -> byName.put(c.column().name(), c));
        List<CatalogColumn> agreeing = new ArrayList<>();
        for (RelationMessage.Attribute attribute : message.attributes()) {
            CatalogColumn column = byName.get(attribute.name());
            if (column != null
                    && column.typeOid() == attribute.typeOid()
                    && column.typeModifier() == attribute.typeModifier()) {
                agreeing.add(column);
            }
        }
        return agreeing;
    }

    private List<Column> columns(RelationMessage message, List<CatalogColumn> agreeing) {
        Map<String, Integer> numbers = new HashMap<>();
        agreeing.forEach(c -> numbers.put(c.column().name(), c.column().number()));
        List<Long> unknown = message.attributes().stream()
                .map(a -> pair(a.typeOid(), a.typeModifier()))
                .filter(p -> !typeTexts.containsKey(p))
                .distinct()
                .toList();
        if (!unknown.isEmpty()) {
            typeTexts.putAll(ask(catalog -> catalog.typeTexts(unknown)));
        }
        List<Column> columns = new ArrayList<>();
        for (RelationMessage.Attribute a : message.attributes()) {
            String type = typeTexts.get(pair(a.typeOid(), a.typeModifier()));
            if (type == null) { // dropped since; the stream has named it
                type = typeNames.getOrDefault(a.typeOid(), "unknown");
            }
            columns.add(new Column(a.name(), type, numbers.getOrDefault(a.name(), 0)));
        }
        return columns;
    }

    private static List<Integer> key(RelationMessage message, CatalogTable table, List<Column> columns) {
        if (message.identity() == 'n') {
            return List.of();
        }
        if (message.identity() == 'f') { // all columns are flagged: which are the key is for the catalogue to say
            return table == null ? List.of() : CatalogTable.indexes(columns, table.primaryKey());
        }
        List<Integer> flagged = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (message.attributes().get(i).key()) {
                flagged.add(i);
            }
        }
        if (table != null) {
            List<Integer> ordered = CatalogTable.indexes(
                    columns, message.identity() == 'i' ? table.identityIndex() : table.primaryKey());
            if (ordered.size() == flagged.size() && ordered.containsAll(flagged)) {
                return ordered;
            }
        }
        return flagged;
    }

    /** Generated columns are not in the stream; where all else agrees they are added for making the table. */
    private static TableDefinition definition(
            RelationMessage message, CatalogTable table, List<CatalogColumn> agreeing, TableSchema rows) {
        if (table == null) {
            return TableDefinition.ofShape(rows);
        }
        long writable = table.columns().stream().filter(c -> !c.isGenerated()).count();
        boolean whole = agreeing.size() == message.attributes().size() && writable == agreeing.size();
        if (!whole || writable == table.columns().size()) {
            return table.definition(rows, agreeing);
        }
        List<Column> shape = table.columns().stream().map(CatalogColumn::column).toList();
        List<Integer> key = CatalogTable.indexes(shape, rows.keyNames());
        TableSchema all = new TableSchema(rows.name(), rows.sourceId(), shape, key, rows.fullIdentity());
        return table.definition(all, table.columns());
    }

    @Override
    public void typeNamed(int oid, String schema, String name) {
        String text = Quoting.table(new TableName(schema.isEmpty() ? "pg_catalog" : schema, name));
        String before = typeNames.put(oid, text);
        if (before != null && !before.equals(text)) { // renamed
            typeTexts.keySet().removeIf(pair -> (int) (pair >>> 32) == oid);
        }
    }

    private interface Question<T> {
        T ask(PostgresCatalog catalog) throws SQLException;
    }

    private <T> T ask(Question<T> question) {
        return BlockingWork.now(
                "read the catalogue of " + connections.where(), () -> question.ask(new PostgresCatalog(connection())));
    }

    /** Opened again when it was lost: the catalogue is seldom asked, so it is long idle. */
    private Connection connection() throws SQLException {
        if (connection == null || !connection.isValid(1)) {
            close();
            connection = connections.open(Connections.SHORT_ANSWERS_SECONDS);
        }
        return connection;
    }

    private static long oid(RelationMessage message) {
        return Integer.toUnsignedLong(message.oid());
    }

    private static long pair(int typeOid, int modifier) {
        return (long) typeOid << 32 | modifier & 0xFFFF_FFFFL;
    }

    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }
}
