package io.penstock.source.mysql;

import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;

/** One session with the source, for questions. Waits for each answer, so never on an event loop. */
final class Session implements AutoCloseable {
    private final MySQLConnection connection;
    private final String where;
    private volatile boolean closed;

    Session(MySQLConnection connection, String where) {
        this.connection = connection;
        this.where = where;
        connection.closeHandler(gone -> closed = true);
    }

    void run(String sql) {
        rows(sql);
    }

    List<Row> rows(String sql) {
        try {
            List<Row> rows = new ArrayList<>();
            Waiting.of(connection.query(sql).execute()).forEach(rows::add);
            return rows;
        } catch (Exception e) {
            throw SourceErrors.of("ask " + where + ": " + SqlTokens.shown(sql), e);
        }
    }

    /** Rows that come in portions. To be read to the end, or closed, before anything else is asked. */
    RowPortions portions(String sql, int rows) {
        try {
            PreparedStatement statement = Waiting.of(connection.prepare(sql));
            return new RowPortions(statement, statement.cursor(), rows, where);
        } catch (Exception e) {
            throw SourceErrors.of("read from " + where, e);
        }
    }

    boolean isOpen() {
        return !closed;
    }

    /** The only value of the only row as text, or null. */
    String value(String sql) {
        List<Row> rows = rows(sql);
        return rows.isEmpty() ? null : text(rows.get(0), 0);
    }

    /** A value as text, or null. */
    static String text(Row row, int column) {
        Object value = row.getValue(column);
        if (value instanceof io.vertx.core.buffer.Buffer bytes) {
            return bytes.toString(java.nio.charset.StandardCharsets.UTF_8);
        }
        return value == null ? null : value.toString();
    }

    /** A text as a literal of SQL; backslashes count, because the sessions' sql_mode is empty. */
    static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    @Override
    public void close() {
        closed = true;
        connection.close();
    }
}
