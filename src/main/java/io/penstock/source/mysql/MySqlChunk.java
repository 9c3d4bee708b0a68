package io.penstock.source.mysql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.source.Backfiller.Chunk;
import io.penstock.source.Moment;
import io.penstock.source.SourceException;
import io.penstock.stamp.Stamp;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows on their way, in the transaction that sees them. */
final class MySqlChunk implements Chunk {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlChunk.class);
    private final Session session;
    private final RowPortions rows;
    private final TableDefinition table;
    private final StampMoment moment;
    private boolean atEnd;

    MySqlChunk(Session session, RowPortions rows, TableDefinition table, StampMoment moment) {
        this.session = session;
        this.rows = rows;
        this.table = table;
        this.moment = moment;
    }

    @Override
    public TableDefinition table() {
        return table;
    }

    @Override
    public Moment moment() {
        return moment;
    }

    /** The snapshot shows all up to here and nothing else. */
    @Override
    public Stamp position() {
        return moment.position();
    }

    @Override
    public byte[] next() {
        while (!atEnd) {
            List<Row> portion = rows.next();
            if (portion == null) {
                atEnd = true;
            } else if (!portion.isEmpty()) {
                StringBuilder block = new StringBuilder();
                portion.forEach(row -> line(row, block));
                return block.toString().getBytes(StandardCharsets.UTF_8);
            }
        }
        return null;
    }

    private void line(Row row, StringBuilder block) {
        List<Column> columns = table.schema().columns();
        for (int i = 0; i < columns.size(); i++) {
            String text = ColumnText.text(columns.get(i), Session.text(row, i));
            block.append(i == 0 ? "" : "\t");
            if (text == null) {
                block.append("\\N");
            } else {
                escaped(text, block);
            }
        }
        block.append('\n');
    }

    /** PostgreSQL documentation, "COPY", text format. */
    private static void escaped(String text, StringBuilder block) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> block.append("\\\\");
                case '\t' -> block.append("\\t");
                case '\n' -> block.append("\\n");
                case '\r' -> block.append("\\r");
                default -> block.append(c);
            }
        }
    }

    /** What was not read to the end ends with its connection. What was read whole stays so if the connection breaks now. */
    @Override
    public void close() {
        if (!atEnd) {
            session.close();
            return;
        }
        try {
            rows.close();
            session.run("COMMIT");
        } catch (SourceException e) {
            LOG.debug("closing the reader of {}", table.name(), e);
            session.close();
        }
    }
}
