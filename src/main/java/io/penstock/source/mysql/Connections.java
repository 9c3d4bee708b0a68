package io.penstock.source.mysql;

import io.penstock.config.ConnectionUrl;
import io.penstock.source.SourceException;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;

/** How the source is reached, for questions to its catalogue. */
final class Connections {
    private static final int CONNECT_MILLIS = 10_000;

    private final Vertx vertx;
    private final ConnectionUrl url;

    Connections(Vertx vertx, ConnectionUrl url) {
        this.vertx = vertx;
        this.url = url;
    }

    ConnectionUrl url() {
        return url;
    }

    /** For messages; shows no password. */
    String where() {
        return url.toString();
    }

    /** Opens a session whose answers depend on no setting of the server's. Waits. */
    Session open() {
        MySQLConnectOptions options = new MySQLConnectOptions()
                .setHost(url.host())
                .setPort(url.port())
                .setUser(url.user())
                .setPassword(url.password().reveal())
                .setDatabase(url.database())
                .setCharset("utf8mb4")
                .setReconnectAttempts(0);
        options.addProperty("program_name", "penstock");
        try {
            Session session = new Session(Waiting.of(MySQLConnection.connect(vertx, options), CONNECT_MILLIS), where());
            session.run("SET time_zone = '+00:00', sql_mode = '', autocommit = 1");
            return session;
        } catch (SourceException e) {
            throw e;
        } catch (Exception e) {
            throw SourceErrors.of("connect to " + where(), e);
        }
    }
}
