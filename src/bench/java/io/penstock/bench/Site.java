package io.penstock.bench;

import io.penstock.demo.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** The two servers that all contenders run on, set to keep what they commit, with fresh databases for each run. */
final class Site implements AutoCloseable {
    /** The embedded servers' own defaults trade durability for speed; a comparison must not. */
    private static final Map<String, String> SETTINGS = Map.of(
            "fsync", "on",
            "synchronous_commit", "on",
            "full_page_writes", "on",
            "shared_buffers", "512MB",
            "max_wal_size", "8GB",
            "checkpoint_timeout", "30min");

    private final Path directory;
    private final Servers servers;
    private int runs;
    private String database;

    Site(Path directory) {
        this.directory = directory;
        this.servers = new Servers(directory);
    }

    void start() throws IOException, SQLException {
        servers.startSource(SETTINGS);
        servers.startTarget(SETTINGS);
        for (String url : new String[] {servers.sourceUrl("postgres"), servers.targetUrl("postgres")}) {
            for (String setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
                if (!"on".equals(query(url, "SHOW " + setting))) {
                    throw new IllegalStateException(setting + " is off on " + url);
                }
            }
        }
    }

    String serverVersion() throws SQLException {
        return query(servers.sourceUrl("postgres"), "SHOW server_version");
    }

    Path directory() {
        return directory;
    }

    /** Makes an empty database on both servers, and lets what earlier runs left to do be done first. */
    void newDatabases() throws SQLException {
        database = "bench_" + ++runs;
        for (String url : new String[] {servers.sourceUrl("postgres"), servers.targetUrl("postgres")}) {
            execute(url, "CREATE DATABASE " + database);
            execute(url, "CHECKPOINT");
        }
    }

    void dropDatabases() throws SQLException {
        for (String url : new String[] {servers.sourceUrl("postgres"), servers.targetUrl("postgres")}) {
            execute(url, "DROP DATABASE " + database + " WITH (FORCE)");
        }
    }

    String database() {
        return database;
    }

    int sourcePort() {
        return servers.source().getPort();
    }

    int targetPort() {
        return servers.target().getPort();
    }

    String sourceUrl() {
        return servers.sourceUrl(database);
    }

    String targetUrl() {
        return servers.targetUrl(database);
    }

    Connection source() throws SQLException {
        return DriverManager.getConnection(sourceUrl());
    }

    Connection target() throws SQLException {
        return DriverManager.getConnection(targetUrl());
    }

    void onSource(String sql) throws SQLException {
        execute(sourceUrl(), sql);
    }

    void onTarget(String sql) throws SQLException {
        execute(targetUrl(), sql);
    }

    void onBoth(String sql) throws SQLException {
        onSource(sql);
        onTarget(sql);
    }

    double sourceCpuSeconds() {
        return ProcessMeter.cpuSeconds(Servers.processOf(servers.sourceDirectory()));
    }

    double targetCpuSeconds() {
        return ProcessMeter.cpuSeconds(Servers.processOf(servers.targetDirectory()));
    }

    /** The first value of the first row, as text; null when there is no row. */
    static String query(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            return query(connection, sql);
        }
    }

    static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : null;
        }
    }

    static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        servers.close();
    }
}
