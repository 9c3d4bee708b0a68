package io.penstock.progress;

import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** One server for the JVM, one database a test, and the smallest executor over the PostgreSQL client. */
final class ProgressPostgres implements ProgressServer {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static EmbeddedPostgres server;

    private final Vertx vertx = Vertx.vertx();
    private final Pool pool;

    ProgressPostgres() throws Exception {
        EmbeddedPostgres postgres = server();
        String database = "progress_" + DATABASES.incrementAndGet();
        try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
            connection.createStatement().execute("CREATE DATABASE " + database);
        }
        PgConnectOptions options = new PgConnectOptions()
                .setPort(postgres.getPort())
                .setUser("postgres")
                .setPassword("postgres")
                .setDatabase(database)
                .setCachePreparedStatements(true)
                .setPipeliningLimit(256);
        pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(8))
                .connectingTo(options)
                .using(vertx)
                .build();
    }

    private static synchronized EmbeddedPostgres server() throws Exception {
        if (server == null) {
            server = EmbeddedPostgres.builder().start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    server.close();
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }));
        }
        return server;
    }

    @Override
    public ProgressSql statements() {
        return ProgressSql.postgresql();
    }

    Pool pool() {
        return pool;
    }

    @Override
    public Future<List<Map<String, Object>>> query(Statement statement) {
        return run(pool, statement);
    }

    @Override
    public Future<List<Map<String, Object>>> transaction(List<Statement> statements) {
        return pool.withTransaction(connection -> {
                    Future<List<Map<String, Object>>> last = Future.succeededFuture(List.of());
                    for (Statement statement : statements) {
                        last = last.compose(done -> run(connection, statement));
                    }
                    return last;
                })
                .recover(cause -> Future.failedFuture(mapped(cause)));
    }

    /** One statement on a connection that the test holds. */
    static Future<List<Map<String, Object>>> run(SqlClient client, Statement statement) {
        return client.preparedQuery(statement.sql())
                .execute(Tuple.from(statement.arguments()))
                .map(ProgressPostgres::rows)
                .recover(cause -> Future.failedFuture(mapped(cause)));
    }

    /** A connection with a transaction open, to be ended by the test. */
    SqlConnection begin() {
        SqlConnection connection = done(pool.getConnection());
        done(connection.query("BEGIN").execute());
        return connection;
    }

    /** Until that many sessions of this database wait for a lock, each in a statement that is LIKE this. */
    void awaitWaiting(long sessions, String statement) {
        Statement waiting = Statement.of(
                "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock' AND query LIKE $1",
                statement);
        Awaitility.await().until(() -> done(query(waiting)).get(0).get("n").equals(sessions));
    }

    private static Throwable mapped(Throwable cause) {
        if (cause instanceof PgException pg) {
            Kind kind = pg.getMessage().contains("penstock fenced") ? Kind.FENCED : Kind.RETRYABLE;
            return new TargetException(kind, pg.getSqlState(), pg.getErrorMessage(), "", pg);
        }
        return cause;
    }

    private static List<Map<String, Object>> rows(RowSet<Row> set) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Row row : set) {
            Map<String, Object> values = new HashMap<>();
            for (int i = 0; i < row.size(); i++) {
                values.put(row.getColumnName(i), row.getValue(i));
            }
            rows.add(values);
        }
        return rows;
    }

    static <T> T done(Future<T> future) {
        try {
            return future.await(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("nothing happened in 30 s", e);
        }
    }

    @Override
    public void close() throws SQLException {
        done(pool.close());
        done(vertx.close());
    }
}
