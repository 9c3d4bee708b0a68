package io.penstock.target.mysql;

import io.penstock.config.ConnectionUrl;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.SslMode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/**
 * How sessions are opened and what is set in them. Whatever changes the meaning of a text or lets a value be bent is
 * pinned, so that no default of the server reaches the data.
 */
final class MysqlSessions {
    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final Duration SHORTEST_IDLE = Duration.ofSeconds(60);

    /**
     * Strict, but with all dates that a source of the same family may hold; a backslash is a character; zero in an
     * AUTO_INCREMENT column is zero.
     */
    private static final String SQL_MODE = "STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO,"
            + "NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO";

    private final ConnectionUrl url;
    private final Duration applyTimeout;

    /** @param applyTimeout how long one statement may take */
    MysqlSessions(ConnectionUrl url, Duration applyTimeout) {
        this.url = url;
        this.applyTimeout = applyTimeout;
    }

    Duration applyTimeout() {
        return applyTimeout;
    }

    /** For people; without the password. */
    String where() {
        return url.toString();
    }

    /** The database that the url names. */
    String database() {
        return url.database();
    }

    /** Sessions with these settings, at most so many. */
    Pool pool(Vertx vertx, int connections) {
        return MySQLBuilder.pool()
                .with(new PoolOptions().setMaxSize(connections).setShared(false))
                .with(network())
                .connectingTo(options())
                .withConnectHandler(
                        connection -> connection.query(settings()).execute().onComplete(done -> connection.close()))
                .using(vertx)
                .build();
    }

    /** One session, alone in its pool, because only pools take options of the network. */
    <T> Future<T> single(Vertx vertx, Function<Single, T> use) {
        Pool pool = pool(vertx, 1);
        return pool.getConnection()
                .map(connection -> use.apply(new Single(pool, connection)))
                .recover(error -> pool.close().transform(closed -> Future.failedFuture(error)));
    }

    /** A session and the pool that ends with it. */
    record Single(Pool pool, SqlConnection connection) {
        Future<Void> close() {
            return connection.close().transform(done -> pool.close());
        }
    }

    private MySQLConnectOptions options() {
        MySQLConnectOptions options = new MySQLConnectOptions()
                .setHost(url.host())
                .setPort(url.port())
                .setUser(url.user())
                .setPassword(url.password().reveal())
                // The server's default database: that of the url may have to be made first.
                .setDatabase("")
                .setCharset("utf8mb4")
                .setCharacterEncoding("UTF-8")
                // Row counts are of rows found, changed or not.
                .setUseAffectedRows(false)
                .setReconnectAttempts(0)
                // A statement behind one that failed would be carried out.
                .setPipeliningLimit(1)
                .setSslMode(SslMode.PREFERRED);
        ClientSSLOptions ssl = new ClientSSLOptions().setTrustAll(true);
        for (Map.Entry<String, String> option : url.options().entrySet()) {
            apply(options, ssl, option.getKey(), option.getValue());
        }
        if (options.getSslMode() == SslMode.VERIFY_IDENTITY) {
            ssl.setHostnameVerificationAlgorithm("HTTPS");
        }
        if (options.getSslMode() == SslMode.VERIFY_CA || options.getSslMode() == SslMode.VERIFY_IDENTITY) {
            ssl.setTrustAll(false);
        }
        return options.getSslMode() == SslMode.DISABLED ? options : options.setSslOptions(ssl);
    }

    private void apply(MySQLConnectOptions options, ClientSSLOptions ssl, String name, String value) {
        switch (name) {
            case "sslmode" -> options.setSslMode(sslMode(value));
            case "sslrootcert" -> ssl.setTrustOptions(new PemTrustOptions().addCertPath(value));
            case "sslcert" -> {
                // Goes with its key.
            }
            case "sslkey" ->
                ssl.setKeyCertOptions(new PemKeyCertOptions()
                        .addCertPath(url.options().get("sslcert"))
                        .addKeyPath(value));
            case "connect_timeout" -> {
                // Read by network().
            }
            default ->
                throw new TargetException(
                        Kind.FINAL,
                        "",
                        "the target's url has an unknown option \"" + name + "\"",
                        "known are sslmode, sslrootcert, sslcert, sslkey and connect_timeout",
                        null);
        }
    }

    /** As libpq names them, so that a url of either product means the same. */
    private static SslMode sslMode(String value) {
        return switch (value) {
            case "disable" -> SslMode.DISABLED;
            case "allow", "prefer" -> SslMode.PREFERRED;
            case "require" -> SslMode.REQUIRED;
            case "verify-ca" -> SslMode.VERIFY_CA;
            case "verify-full" -> SslMode.VERIFY_IDENTITY;
            default ->
                throw new TargetException(
                        Kind.FINAL,
                        "",
                        "the target's url has an unknown sslmode \"" + value + "\"",
                        "known are disable, allow, prefer, require, verify-ca and verify-full",
                        null);
        };
    }

    private NetClientOptions network() {
        String seconds = url.options().get("connect_timeout");
        return new NetClientOptions()
                .setTcpKeepAlive(true)
                .setTcpNoDelay(true)
                .setConnectTimeout(seconds == null ? CONNECT_TIMEOUT_MILLIS : 1000 * Integer.parseInt(seconds));
    }

    /**
     * The settings of every session, as one text. What only one of the two products knows stands in its own comments;
     * the server of the other skips it.
     */
    String settings() {
        // Longer than any wait of ours; a session whose owner is frozen must give its locks back some time.
        long idleSeconds = Math.max(SHORTEST_IDLE.toSeconds(), 2 * applyTimeout.toSeconds());
        return "SET NAMES utf8mb4; SET SESSION sql_mode = '" + SQL_MODE + "', time_zone = '+00:00',"
                + " foreign_key_checks = 0, unique_checks = 1, autocommit = 1, sql_auto_is_null = 0,"
                + " sql_safe_updates = 0, wait_timeout = " + idleSeconds + ", net_write_timeout = " + idleSeconds
                + ", innodb_lock_wait_timeout = " + lockWaitSeconds() + ", lock_wait_timeout = " + lockWaitSeconds()
                // Lists of keys become ranges of the index, however long they are.
                + " /*M!100500 , in_predicate_conversion_threshold = 0 */"
                + " /*!80000 , range_optimizer_max_mem_size = 0 */"
                + "; SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";
    }

    /** What a lane sets beside these: the one server has a limit for any statement, the other for none that writes. */
    String laneSettings() {
        return "SET SESSION autocommit = 1 /*M!100200 , max_statement_time = " + applyTimeout.toMillis() / 1000.0
                + " */";
    }

    long lockWaitSeconds() {
        return Math.max(1, applyTimeout.toSeconds() / 3);
    }
}
