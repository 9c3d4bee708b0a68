package io.penstock.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/**
 * A real MariaDB for tests, with a binary log in rows (so good as a source) and as a target. Servers are shared by the
 * whole JVM, one of each kind; each test takes databases of its own. Where {@code PENSTOCK_TEST_MARIADB} (system
 * property or environment; for the second server {@code PENSTOCK_TEST_MARIADB_TARGET}) names a server, that one is
 * used; otherwise an embedded one; otherwise the test is aborted visibly.
 */
public final class TestMysql implements AutoCloseable {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final MysqlServer server;

    private TestMysql(MysqlServer server) {
        this.server = server;
    }

    /** The MariaDB that sources live on. */
    public static TestMysql mariaDb() {
        return Shared.INSTANCE;
    }

    /** A second, separate MariaDB, for targets. */
    public static TestMysql mariaDbTarget() {
        return Target.INSTANCE;
    }

    /**
     * Oracle's MySQL, which no library embeds: the one that {@code PENSTOCK_TEST_MYSQL} names; without it the test is
     * aborted visibly.
     */
    public static TestMysql oracle() {
        String given = given("PENSTOCK_TEST_MYSQL");
        if (given == null) {
            throw new TestAbortedException("no MySQL of Oracle's is named: start one and run with"
                    + " -DPENSTOCK_TEST_MYSQL=mysql://root@127.0.0.1:3306/");
        }
        return new TestMysql(MysqlServer.given(given));
    }

    /** An embedded MariaDB for one test alone; close it. @param arguments further ones, such as {@code --log-bin-compress=1} */
    public static TestMysql startMariaDb(boolean durable, String... arguments) {
        return new TestMysql(MysqlStarter.embedded(durable, List.of(arguments)));
    }

    /** A new, empty utf8mb4 database, named by the prefix and a number. */
    public MysqlDatabase createDatabase(String prefix) {
        return createDatabase(prefix, "CHARACTER SET utf8mb4");
    }

    /** @param options what follows the name in CREATE DATABASE, such as {@code CHARACTER SET latin1} */
    public MysqlDatabase createDatabase(String prefix, String options) {
        String name = (prefix.length() > 40 ? prefix.substring(0, 40) : prefix) + "_"
                + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        try (MysqlDatabase admin = database("")) {
            admin.execute("CREATE DATABASE " + MysqlSql.quoted(name) + " " + options);
        }
        return database(name);
    }

    /** A database that exists already; an empty name is the server without one. */
    public MysqlDatabase database(String name) {
        return new MysqlDatabase(this, name);
    }

    /** As in a URL of Penstock's configuration: {@code mariadb} or {@code mysql}. */
    public String scheme() {
        return server.scheme();
    }

    public String host() {
        return server.host();
    }

    public int port() {
        return server.port();
    }

    public String user() {
        return server.user();
    }

    public String password() {
        return server.password();
    }

    /** For people: embedded, container or the given address. */
    public String origin() {
        return server.origin();
    }

    Connection connect(String database) throws SQLException {
        return MysqlSql.connect(server, database);
    }

    /** Ends a server made for one test; shared ones end with the JVM. */
    @Override
    public void close() {
        try {
            server.closer().close();
        } catch (Exception e) {
            throw new IllegalStateException("the server on port " + port() + " did not stop", e);
        }
    }

    private static String given(String variable) {
        String given = System.getProperty(variable, System.getenv(variable));
        return given == null || given.isBlank() ? null : given;
    }

    private static TestMysql find(String variable) {
        String given = given(variable);
        return new TestMysql(given == null ? MysqlStarter.embedded(false, List.of()) : MysqlServer.given(given));
    }

    // Holders: each server starts when it is first asked for, once.
    private static final class Shared {
        static final TestMysql INSTANCE = find("PENSTOCK_TEST_MARIADB");
    }

    private static final class Target {
        static final TestMysql INSTANCE = find("PENSTOCK_TEST_MARIADB_TARGET");
    }
}
