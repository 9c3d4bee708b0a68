package io.penstock.testkit;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * One database of a MariaDB or MySQL test server. {@link #execute} and {@link #query} share one autocommitting session,
 * which may be used by any thread; {@link #connect} opens further ones. Closing ends the session, {@link #dropForce}
 * the database.
 */
public final class MysqlDatabase implements Database {
    private final TestMysql server;
    private final String name;
    private Connection session;

    MysqlDatabase(TestMysql server, String name) {
        this.server = server;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String scheme() {
        return server.scheme();
    }

    public TestMysql server() {
        return server;
    }

    /** As Penstock's configuration wants it: {@code mariadb://user:password@host:port/database}. */
    @Override
    public String url() {
        String password = server.password().isEmpty() ? "" : ":" + encode(server.password());
        return server.scheme() + "://" + encode(server.user()) + password + "@" + server.host() + ":" + server.port()
                + "/" + encode(name);
    }

    /** A new session; the caller closes it. */
    @Override
    public Connection connect() {
        try {
            return server.connect(name);
        } catch (SQLException e) {
            throw new SqlFailure("connect to " + name, e);
        }
    }

    /** Runs any number of statements. */
    @Override
    public synchronized void execute(String sql) {
        try {
            MysqlSql.execute(session(), sql);
        } catch (SQLException e) {
            throw new SqlFailure(sql, e);
        }
    }

    /** The rows as text; SQL NULL is null. */
    @Override
    public synchronized List<List<String>> query(String sql) {
        try {
            return MysqlSql.query(session(), sql);
        } catch (SQLException e) {
            throw new SqlFailure(sql, e);
        }
    }

    /** The first column of the first row; null for SQL NULL and for no row. */
    @Override
    public String value(String sql) {
        List<List<String>> rows = query(sql);
        return rows.isEmpty() ? null : rows.get(0).get(0);
    }

    /** The same as a number. */
    @Override
    public long number(String sql) {
        String value = value(sql);
        if (value == null) {
            throw new IllegalStateException("no number: " + sql);
        }
        return Long.parseLong(value);
    }

    /** Ends the other sessions that use this database. @return how many */
    public long killSessions() {
        List<List<String>> sessions = query("SELECT id FROM information_schema.processlist WHERE db = "
                + MysqlSql.literal(name) + " AND id <> CONNECTION_ID()");
        sessions.forEach(session -> execute("KILL " + session.get(0)));
        return sessions.size();
    }

    /** Drops the database and ends the sessions that would hold it. */
    @Override
    public void dropForce() {
        close();
        Eventually.succeeds("database " + name + " is dropped", () -> {
            try (MysqlDatabase admin = server.database("")) {
                for (List<String> session : admin.query(
                        "SELECT id FROM information_schema.processlist WHERE db = " + MysqlSql.literal(name))) {
                    admin.execute("KILL " + session.get(0));
                }
                admin.execute("DROP DATABASE IF EXISTS " + MysqlSql.quoted(name));
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

    /** A session that a test had ended is replaced by the next call. */
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
