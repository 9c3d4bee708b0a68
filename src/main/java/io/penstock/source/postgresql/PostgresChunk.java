package io.penstock.source.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.source.Backfiller.Chunk;
import io.penstock.source.Moment;
import io.penstock.stamp.Stamp;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.copy.CopyOut;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows on their way, in the transaction that sees them. */
final class PostgresChunk implements Chunk {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresChunk.class);
    private static final int BLOCK_BYTES = 128 * 1024;

    private final String doing;
    private final Connection connection;
    private final CopyOut rows;
    private final TableDefinition table;
    private final Moment moment;
    private final Stamp position;
    private boolean atEnd;

    PostgresChunk(
            String doing, Connection connection, CopyOut rows, TableDefinition table, Moment moment, Stamp position) {
        this.doing = doing;
        this.connection = connection;
        this.rows = rows;
        this.table = table;
        this.moment = moment;
        this.position = position;
    }

    @Override
    public TableDefinition table() {
        return table;
    }

    @Override
    public Moment moment() {
        return moment;
    }

    @Override
    public Stamp position() {
        return position;
    }

    /** The driver gives row by row; they are handed on in larger blocks. */
    @Override
    public byte[] next() {
        if (atEnd) {
            return null;
        }
        ByteArrayOutputStream block = new ByteArrayOutputStream(BLOCK_BYTES);
        try {
            while (block.size() < BLOCK_BYTES) {
                byte[] row = rows.readFromCopy();
                if (row == null) {
                    atEnd = true;
                    break;
                }
                if (block.size() == 0 && row.length >= BLOCK_BYTES) {
                    return row;
                }
                block.write(row, 0, row.length);
            }
        } catch (SQLException e) {
            throw SourceErrors.of(doing, e);
        }
        return block.size() == 0 ? null : block.toByteArray();
    }

    /** An unfinished copy is cut off with its connection. What was read whole stays so if the connection breaks now. */
    @Override
    public void close() {
        try {
            if (!atEnd) {
                connection.abort(Runnable::run);
            } else if (!connection.isClosed()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("COMMIT");
                }
            }
        } catch (SQLException e) {
            LOG.debug("closing the reader: can't {}", doing, e);
        }
    }
}
