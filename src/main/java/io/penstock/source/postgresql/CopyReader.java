package io.penstock.source.postgresql;

import io.penstock.source.Backfiller.RowReader;
import io.penstock.source.SourceException;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/** Rows of one table under an exported snapshot, on a connection of their own. One thread at a time. */
final class CopyReader implements RowReader {
    private static final int BLOCK_BYTES = 128 * 1024;

    private final String doing;
    private final Connection connection;
    private final CopyOut rows;
    private boolean atEnd;

    private CopyReader(String doing, Connection connection, CopyOut rows) {
        this.doing = doing;
        this.connection = connection;
        this.rows = rows;
    }

    /** @param snapshot as exported by the session that made the slot, which must still be there */
    static CopyReader open(Connections connections, String snapshot, String copy, String table) {
        String doing = "copy " + table + " from " + connections.where();
        return BlockingWork.now(doing, () -> {
            Connection connection = connections.open(Connections.PATIENT);
            try (Statement statement = connection.createStatement()) {
                statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
                statement.execute("SET TRANSACTION SNAPSHOT " + Quoting.literal(snapshot));
                CopyOut rows =
                        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(copy);
                return new CopyReader(doing, connection, rows);
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        });
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

    /** An unfinished copy is cut off with its connection. */
    @Override
    public void close() {
        try {
            if (atEnd) {
                connection.close();
            } else {
                connection.abort(Runnable::run);
            }
        } catch (SQLException e) {
            throw SourceException.retryable("closing the reader: can't " + doing, e);
        }
    }
}
