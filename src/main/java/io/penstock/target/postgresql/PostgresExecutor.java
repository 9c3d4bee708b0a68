package io.penstock.target.postgresql;

import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs statements that are not the lanes' over a small pool. Values are what the client library makes of them. */
public final class PostgresExecutor implements SqlExecutor {
    private static final int MAX_CONNECTIONS = 4;

    private final Pool pool;

    /** @param session shown in the server's list of sessions */
    public PostgresExecutor(Vertx vertx, PostgresSessions sessions, String session) {
        this.pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(MAX_CONNECTIONS).setShared(false))
                .with(sessions.network())
                // No pipelining here: a statement that fails must not meet its followers on the way.
                .connectingTo(sessions.options(session).setPipeliningLimit(1))
                .withConnectHandler(connection ->
                        connection.query(sessions.settings()).execute().onComplete(done -> connection.close()))
                .using(vertx)
                .build();
    }

    @Override
    public Future<List<Map<String, Object>>> query(Statement statement) {
        return run(send(pool, statement));
    }

    @Override
    public Future<List<Map<String, Object>>> transaction(List<Statement> statements) {
        return run(pool.withTransaction(connection -> inTurn(connection, statements)));
    }

    /** The rows of the last one. */
    static Future<RowSet<Row>> inTurn(SqlConnection connection, List<Statement> statements) {
        Promise<RowSet<Row>> last = Promise.promise();
        inTurn(connection, statements, 0, null, last);
        return last.future();
    }

    /** One promise for all: a future a statement, each waiting for the next, would end on the stack. */
    private static void inTurn(
            SqlConnection connection,
            List<Statement> statements,
            int next,
            RowSet<Row> before,
            Promise<RowSet<Row>> last) {
        if (next == statements.size()) {
            last.complete(before);
            return;
        }
        send(connection, statements.get(next))
                .onSuccess(rows -> inTurn(connection, statements, next + 1, rows, last))
                .onFailure(last::fail);
    }

    /** Without arguments as plain text: such statements (DDL) are seldom sent twice, and may be several in one. */
    static Future<RowSet<Row>> send(SqlClient client, Statement statement) {
        return statement.arguments().isEmpty()
                ? client.query(statement.sql()).execute()
                : client.preparedQuery(statement.sql()).execute(Tuple.wrap(statement.arguments()));
    }

    static Future<List<Map<String, Object>>> run(Future<RowSet<Row>> answer) {
        return answer.map(PostgresExecutor::maps)
                .recover(error -> Future.failedFuture(PostgresErrors.of(error, "asking the target")));
    }

    private static List<Map<String, Object>> maps(RowSet<Row> rows) {
        List<Map<String, Object>> maps = new ArrayList<>();
        if (rows != null) {
            for (Row row : rows) {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int i = 0; i < row.size(); i++) {
                    map.put(row.getColumnName(i), row.getValue(i));
                }
                maps.add(map);
            }
        }
        return maps;
    }

    /** Ends all sessions. */
    public Future<Void> close() {
        return pool.close();
    }
}
