package io.penstock.target.postgresql;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** One PostgreSQL for all tests of a JVM, one database for each that asks. */
final class LaneServer {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static EmbeddedPostgres server;

    private LaneServer() {}

    static synchronized String newDatabase() {
        try {
            if (server == null) {
                server = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setServerConfig("max_connections", "50")
                        .start();
            }
            String name = "lane_" + DATABASES.incrementAndGet();
            try (Connection c = connect("postgres");
                    Statement s = c.createStatement()) {
                s.execute("CREATE DATABASE " + name);
            }
            return name;
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database + "?user=postgres");
    }

    static ConnectionUrl url(String database, String user) {
        return new ConnectionUrl(
                "postgresql", "127.0.0.1", server.getPort(), user, new Secret("postgres"), database, Map.of());
    }
}
