package io.penstock.source.postgresql;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.LoopConfig;
import io.penstock.config.ModeSetting;
import io.penstock.config.Secret;
import io.penstock.config.SourceConfig;
import io.penstock.config.TablePattern;
import io.penstock.model.LoopName;
import io.penstock.source.SourceException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** A database of its own on a real server that the tests of a JVM share, and loops that read from it. */
final class SourceFixture implements AutoCloseable {
    static final Vertx VERTX = Vertx.vertx();
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static EmbeddedPostgres shared;

    private final int port;
    final String database;
    /** Unique on the server, as slots are. */
    final String loop;

    private final Connection connection;
    private final List<PostgresDialect> dialects = new ArrayList<>();

    SourceFixture() throws Exception {
        this("");
    }

    /** @param options of CREATE DATABASE */
    SourceFixture(String options) throws Exception {
        this(shared().getPort(), options);
    }

    SourceFixture(int port, String options) throws SQLException {
        this.port = port;
        int number = COUNTER.incrementAndGet();
        this.database = "source_" + number;
        this.loop = "t" + number;
        try (Connection admin = connect(port, "postgres");
                Statement statement = admin.createStatement()) {
            statement.execute("CREATE DATABASE " + database + " " + options);
        }
        this.connection = connect(port, database);
    }

    private static synchronized EmbeddedPostgres shared() throws IOException {
        if (shared == null) {
            shared = server().start();
        }
        return shared;
    }

    static EmbeddedPostgres.Builder server() {
        return EmbeddedPostgres.builder()
                .setServerConfig("wal_level", "logical")
                .setServerConfig("max_replication_slots", "60")
                .setServerConfig("max_wal_senders", "60")
                // Off by this starter's default; windows end at what is flushed, which then lags behind the commits.
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("fsync", "off");
    }

    static Connection connect(int port, String database) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://localhost:" + port + "/" + database, "postgres", "");
    }

    Connection connect() throws SQLException {
        return connect(port, database);
    }

    void run(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    String query(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : null;
        }
    }

    LoopBuilder loop(String... tables) {
        return new LoopBuilder(tables);
    }

    /** What a test changes of a loop's configuration. */
    final class LoopBuilder {
        private final String[] tables;
        private String[] exclude = {};
        private String user = "postgres";
        private String password = "";
        private String database = SourceFixture.this.database;
        private int port = SourceFixture.this.port;
        private String publication = "penstock_" + loop;
        private String slot = "penstock_" + loop;
        private String startAt;
        private boolean backfill;

        LoopBuilder(String... tables) {
            this.tables = tables;
        }

        LoopBuilder exclude(String... patterns) {
            this.exclude = patterns;
            return this;
        }

        LoopBuilder as(String user, String password) {
            this.user = user;
            this.password = password;
            return this;
        }

        LoopBuilder database(String name) {
            this.database = name;
            return this;
        }

        LoopBuilder port(int number) {
            this.port = number;
            return this;
        }

        LoopBuilder publication(String name) {
            this.publication = name;
            return this;
        }

        LoopBuilder slot(String name) {
            this.slot = name;
            return this;
        }

        LoopBuilder startAt(String lsn) {
            this.startAt = lsn;
            return this;
        }

        LoopBuilder backfill() {
            this.backfill = true;
            return this;
        }

        PostgresDialect dialect() {
            ConnectionUrl url =
                    new ConnectionUrl("postgresql", "localhost", port, user, new Secret(password), database, Map.of());
            SourceConfig source =
                    new SourceConfig(url, patterns(tables), patterns(exclude), publication, slot, startAt);
            PostgresDialect dialect = new PostgresDialect(
                    VERTX,
                    new LoopConfig(
                            new LoopName(loop),
                            source,
                            null,
                            ModeSetting.AUTO,
                            backfill,
                            Duration.ZERO,
                            1,
                            64 << 20,
                            Duration.ofSeconds(30),
                            Duration.ofSeconds(1)));
            dialects.add(dialect);
            return dialect;
        }
    }

    private static List<TablePattern> patterns(String... texts) {
        List<TablePattern> patterns = new ArrayList<>();
        for (String text : texts) {
            String[] parts = text.split("\\.");
            patterns.add(new TablePattern(part(parts[0]), part(parts[1])));
        }
        return patterns;
    }

    private static TablePattern.Part part(String text) {
        boolean glob = text.contains("*");
        return new TablePattern.Part(text, glob ? null : text, Pattern.compile(text.replace("*", ".*")));
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SourceException refusal) {
                throw refusal;
            }
            throw new AssertionError(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws Exception {
        for (PostgresDialect dialect : dialects) {
            await(dialect.close());
        }
        connection.close();
        try (Connection admin = connect(port, "postgres");
                Statement statement = admin.createStatement()) {
            statement.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database + "'");
            statement.execute("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active_pid > 0"
                    + " AND database = '" + database + "'");
            for (int i = 0; i < 50; i++) {
                try {
                    statement.execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
                            + " WHERE database = '" + database + "'");
                    break;
                } catch (SQLException e) {
                    TimeUnit.MILLISECONDS.sleep(100);
                }
            }
            statement.execute("DROP DATABASE " + database + " WITH (FORCE)");
        }
    }
}
