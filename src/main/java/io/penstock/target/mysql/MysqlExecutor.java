package io.penstock.target.mysql;

import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Runs statements that are not the lanes' over a small pool, each call as one text. */
final class MysqlExecutor implements SqlExecutor {
    private static final int MAX_CONNECTIONS = 4;
    private static final String WHERE = "asking the target";

    private final Pool pool;
    private final String before;

    MysqlExecutor(Vertx vertx, MysqlSessions sessions) {
        this.pool = sessions.pool(vertx, MAX_CONNECTIONS);
        this.before = "SET SESSION innodb_lock_wait_timeout = " + sessions.lockWaitSeconds();
    }

    @Override
    public Future<List<Map<String, Object>>> query(Statement statement) {
        return told(pool.withConnection(
                connection -> connection.query(Texts.of(statement)).execute().map(MysqlExecutor::last)));
    }

    /** The server has the whole text at once, and stops at the first statement that fails: then the rest is taken back. */
    @Override
    public Future<List<Map<String, Object>>> transaction(List<Statement> statements) {
        StringBuilder text = new StringBuilder(before).append("; START TRANSACTION");
        statements.forEach(statement -> text.append("; ").append(Texts.of(statement)));
        text.append("; COMMIT");
        return told(pool.withConnection(connection -> connection
                .query(text.toString())
                .execute()
                .map(MysqlExecutor::beforeCommit)
                .recover(error -> rolledBack(connection, error))));
    }

    /**
     * Holds a row while work is done elsewhere, because that work can't be part of a transaction here (DDL).
     *
     * @param hold raises when the work must not be done
     * @param after carried out behind the work, in the transaction that holds the row
     */
    Future<Void> holding(Statement hold, Supplier<Future<Void>> work, List<Statement> after) {
        return told(pool.withConnection(connection -> connection
                        .query(before + "; START TRANSACTION; " + Texts.of(hold))
                        .execute()
                        .compose(held -> work.get())
                        .compose(done -> connection
                                .query(after.stream().map(Texts::of).collect(Collectors.joining("; ")) + "; COMMIT")
                                .execute())
                        .map(MysqlExecutor::last)
                        .recover(error -> rolledBack(connection, error))))
                .mapEmpty();
    }

    private static <T> Future<T> rolledBack(SqlConnection connection, Throwable error) {
        return connection.query("ROLLBACK").execute().transform(done -> {
            if (done.failed()) {
                // A session in an unknown state must not serve another.
                connection.close();
            }
            return Future.failedFuture(error);
        });
    }

    private static Future<List<Map<String, Object>>> told(Future<RowSet<Row>> answer) {
        return answer.map(MysqlExecutor::maps).recover(error -> Future.failedFuture(known(error)));
    }

    private static TargetException known(Throwable error) {
        return error instanceof MySQLException server && server.getErrorCode() == MysqlErrors.RAISED
                ? MysqlErrors.fenced(WHERE, error)
                : MysqlErrors.of(error, WHERE);
    }

    private static RowSet<Row> last(RowSet<Row> results) {
        RowSet<Row> last = results;
        while (last.next() != null) {
            last = last.next();
        }
        return last;
    }

    private static RowSet<Row> beforeCommit(RowSet<Row> results) {
        RowSet<Row> last = results;
        while (last.next().next() != null) {
            last = last.next();
        }
        return last;
    }

    private static List<Map<String, Object>> maps(RowSet<Row> rows) {
        List<Map<String, Object>> maps = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < row.size(); i++) {
                map.put(row.getColumnName(i), row.getValue(i));
            }
            maps.add(map);
        }
        return maps;
    }

    /** Ends all sessions. */
    Future<Void> close() {
        return pool.close();
    }
}
