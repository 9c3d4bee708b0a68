package io.penstock.source.mysql;

import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;

/** The answer to a question, taken in portions from a cursor of the server. */
final class RowPortions {
    private final PreparedStatement statement;
    private final Cursor cursor;
    private final int rows;
    private final String where;
    private boolean begun;

    RowPortions(PreparedStatement statement, Cursor cursor, int rows, String where) {
        this.statement = statement;
        this.cursor = cursor;
        this.rows = rows;
        this.where = where;
    }

    /** The next rows, or null at the end. */
    List<Row> next() {
        if (begun && !cursor.hasMore()) {
            return null;
        }
        begun = true;
        try {
            List<Row> portion = new ArrayList<>();
            Waiting.of(cursor.read(rows)).forEach(portion::add);
            return portion;
        } catch (Exception e) {
            throw SourceErrors.of("read from " + where, e);
        }
    }

    void close() {
        try {
            Waiting.of(cursor.close());
            Waiting.of(statement.close());
        } catch (Exception e) {
            throw SourceErrors.of("end reading from " + where, e);
        }
    }
}
