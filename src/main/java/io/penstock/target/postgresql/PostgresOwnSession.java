package io.penstock.target.postgresql;

import io.penstock.target.OwnSession;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** One connection, on which calls are carried out one after the other. All calls on one context. */
final class PostgresOwnSession implements OwnSession {
    private final Pool pool;
    private final SqlConnection connection;
    private Future<?> last = Future.succeededFuture();

    private PostgresOwnSession(Pool pool, SqlConnection connection) {
        this.pool = pool;
        this.connection = connection;
        // What breaks the connection also fails the next call; there it is told.
        connection.exceptionHandler(broken -> {});
    }

    static Future<OwnSession> open(Vertx vertx, PostgresSessions sessions, String session) {
        // A pool of one, because only pools take options of the network. It is asked once.
        Pool pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(1))
                .with(sessions.network())
                .connectingTo(sessions.options(session).setPipeliningLimit(1))
                .using(vertx)
                .build();
        return pool.getConnection()
                .compose(connection -> connection
                        .query(sessions.settings())
                        .execute()
                        .<OwnSession>map(set -> new PostgresOwnSession(pool, connection)))
                .recover(error -> pool.close()
                        .transform(closed ->
                                Future.failedFuture(PostgresErrors.of(error, "connecting to " + sessions.where()))));
    }

    @Override
    public Future<List<Map<String, Object>>> query(Statement statement) {
        return inTurn(() -> PostgresExecutor.run(PostgresExecutor.send(connection, statement)));
    }

    @Override
    public Future<List<Map<String, Object>>> transaction(List<Statement> statements) {
        return inTurn(() -> PostgresExecutor.run(connection
                .begin()
                .compose(transaction -> PostgresExecutor.inTurn(connection, statements)
                        .compose(rows -> transaction.commit().map(rows))
                        .recover(error -> transaction.rollback().transform(done -> Future.failedFuture(error))))));
    }

    private <T> Future<T> inTurn(Supplier<Future<T>> call) {
        Future<T> mine = last.transform(before -> call.get());
        last = mine;
        return mine;
    }

    @Override
    public Future<Void> close() {
        return connection.close().transform(closed -> pool.close());
    }
}
