package io.penstock.testkit;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * One database of a test server. {@link #execute} and {@link #query} share one autocommitting session, which may be
 * used by any thread; {@link #connect} opens further ones. Closing ends the session, {@link #dropForce} the database.
 */
public final class TestDatabase implements AutoCloseable {
    private final TestPostgres server;
    private final String name;
    private Connection session;

    TestDatabase(TestPostgres server, String name) {
        this.server = server;
        this.name = name;
    }

    public String name() {
        return name;
    }

    public TestPostgres server() {
        return server;
    }

    /** As Penstock's configuration wants it: {@code postgresql://user:password@host:port/database}. */
    public String url() {
        return "postgresql://" + encode(server.user()) + ":" + encode(server.password()) + "@" + server.host() + ":"
                + server.port() + "/" + encode(name);
    }

    /** A new session with the pins of this kit, sending plain text; the caller closes it. */
    public Connection connect() {
        try {
            return server.connect(name);
        } catch (SQLException e) {
            throw new SqlFailure("connect to " + name, e);
        }
    }

    /** Runs any number of statements. */
    public synchronized void execute(String sql) {
        try {
            Sql.execute(session(), sql);
        } catch (SQLException e) {
            throw new SqlFailure(sql, e);
        }
    }

    /** The rows as text, with the pins of this kit; SQL NULL is null. */
    public synchronized List<List<String>> query(String sql) {
        try {
            return Sql.query(session(), sql);
        } catch (SQLException e) {
            throw new SqlFailure(sql, e);
        }
    }

    /** The first column of the first row; null for SQL NULL and for no row. */
    public String value(String sql) {
        List<List<String>> rows = query(sql);
        return rows.isEmpty() ? null : rows.get(0).get(0);
    }

    /** The same as a number. */
    public long number(String sql) {
        String value = value(sql);
        if (value == null) {
            throw new IllegalStateException("no number: " + sql);
        }
        return Long.parseLong(value);
    }

    /**
     * Ends other sessions of this database whose application name is like the pattern (SQL LIKE).
     *
     * @return how many
     */
    public long terminateSessions(String applicationNamePattern) {
        return number("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid() AND application_name LIKE " + Sql.literal(applicationNamePattern));
    }

    /**
     * Kills one of the server's processes, upon which the server ends all others, forgets its memory, with it the log
     * that was not yet written, and recovers. Waits until it is back.
     *
     * @return false where the server's processes are not on this machine: nothing was done
     */
    public boolean crashServer() {
        long victim = number("SELECT pg_backend_pid()");
        Optional<ProcessHandle> process = ProcessHandle.of(victim)
                .filter(p ->
                        p.info().command().filter(c -> c.contains("postgres")).isPresent());
        if (process.isEmpty()) {
            return false;
        }
        process.get().destroyForcibly();
        Eventually.succeeds("the server of " + name + " is back", () -> {
            close();
            execute("SELECT 1");
        });
        return true;
    }

    /** Drops the database with all that would hold it: slots, prepared transactions, sessions. */
    public void dropForce() {
        Eventually.succeeds("database " + name + " is dropped", () -> {
            for (List<String> row : query("SELECT gid FROM pg_prepared_xacts WHERE database = current_database()")) {
                execute("ROLLBACK PREPARED " + Sql.literal(row.get(0)));
            }
            query("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots"
                    + " WHERE database = current_database() AND active");
            query("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
                    + " WHERE database = current_database()");
            close();
            try (TestDatabase admin = server.database("postgres")) {
                admin.execute("DROP DATABASE IF EXISTS " + Sql.quoted(name) + " WITH (FORCE)");
            }
        });
    }

    @Override
    public synchronized void close() {
        if (session != null) {
            try {
                session.close();
            } catch (SQLException e) {
                throw new SqlFailure("close " + name, e);
            } finally {
                session = null;
            }
        }
    }

    @Override
    public String toString() {
        return name + " on port " + server.port();
    }

    /** A session that a test had terminated is replaced by the next call. */
    private Connection session() throws SQLException {
        if (session == null || session.isClosed()) {
            session = server.connect(name);
        }
        return session;
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
