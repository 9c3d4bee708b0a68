package io.penstock.source.mysql;

import io.penstock.model.Column;
import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.source.Backfiller.Chunk;
import io.penstock.source.Backfiller.ChunkReader;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Reads parts of tables, each in a transaction of its own, on one connection. */
final class MySqlChunkReader implements ChunkReader {
    private static final int PORTION_ROWS = 500;

    private final Connections connections;
    private final TableNames names;
    /** Opened and closed by the thread that reads; another one may cut it. */
    private volatile Session session;

    MySqlChunkReader(Connections connections, TableNames names) {
        this.connections = connections;
        this.names = names;
    }

    @Override
    public List<String> keyBehind(TableDefinition table, List<String> behind, long rows) {
        KeyText key = new KeyText(table);
        Ddl.Table source = names.source(table.name());
        if (!key.isOrdered()) {
            return null;
        }
        String condition = key.condition(new KeyRange(behind, null));
        String values = keyColumns(table).stream().map(ColumnText::expression).collect(Collectors.joining(", "));
        List<Row> found = session()
                .rows("SELECT " + values + " FROM " + quoted(source)
                        + (condition == null ? "" : " WHERE " + condition) + " ORDER BY "
                        + String.join(", ", key.columns())
                        + " LIMIT " + (rows - 1) + ", 1");
        if (found.isEmpty()) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            texts.add(Session.text(found.get(0), i));
        }
        return texts;
    }

    private static List<Column> keyColumns(TableDefinition table) {
        return table.schema().key().stream().map(table.schema().columns()::get).toList();
    }

    @Override
    public Chunk open(TableName name, KeyRange range) {
        Session open = session();
        try {
            ServerFacts server = ServerFacts.read(open);
            StampMoment moment = new Snapshot(open, server).open();
            Definitions definitions = new Definitions(names, server.product());
            CatalogTable found = new Catalog(open, server.isMariaDb())
                    .read(List.of(names.source(name))).stream().findFirst().orElse(null);
            if (found == null) {
                open.run("ROLLBACK");
                return null;
            }
            TableDefinition table = definitions.of(found);
            String condition = new KeyText(table).condition(range);
            String columns = table.schema().columns().stream()
                    .map(ColumnText::expression)
                    .collect(Collectors.joining(", "));
            RowPortions rows = open.portions(
                    "SELECT " + columns + " FROM " + quoted(found.name())
                            + (condition == null ? "" : " WHERE " + condition),
                    PORTION_ROWS);
            return new MySqlChunk(open, rows, table, moment);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static String quoted(Ddl.Table table) {
        return KeyText.quoted(table.database()) + "." + KeyText.quoted(table.table());
    }

    private Session session() {
        if (session == null || !session.isOpen()) {
            session = connections.open();
        }
        return session;
    }

    @Override
    public void cancel() {
        close();
    }

    @Override
    public void close() {
        Session open = session;
        session = null;
        if (open != null) {
            open.close();
        }
    }
}
