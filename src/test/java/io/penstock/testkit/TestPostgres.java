package io.penstock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/**
 * A real PostgreSQL for tests, set up as a logical source (and good as a target). Servers are shared by the whole JVM,
 * one of each kind; each test takes databases of its own. Where {@code PENSTOCK_TEST_POSTGRES} (system property or
 * environment; for the second server {@code PENSTOCK_TEST_POSTGRES_TARGET}) names a server, that one is used;
 * otherwise an embedded one, otherwise a container; otherwise the test is aborted visibly.
 */
public final class TestPostgres implements AutoCloseable {
    private static final String COCKROACH = "PENSTOCK_TEST_COCKROACHDB";
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final PostgresServer server;

    private TestPostgres(PostgresServer server) {
        this.server = server;
    }

    /** The server that sources live on. */
    public static TestPostgres shared() {
        return Shared.INSTANCE;
    }

    /** A second, separate server, for targets. */
    public static TestPostgres target() {
        return Target.INSTANCE;
    }

    /** A server that syncs to disk as a production server does; slower. */
    public static TestPostgres durable() {
        return Durable.INSTANCE;
    }

    /** A server for one test alone; close it. */
    public static TestPostgres start(boolean durable) {
        return new TestPostgres(PostgresStarter.start(durable));
    }

    /**
     * A server of the version that {@code -Dpenstock.postgres} names, such as 14.24.0; close it. Without the property
     * the test is aborted visibly.
     */
    public static TestPostgres otherVersion() {
        String version = System.getProperty("penstock.postgres", "");
        if (version.isEmpty()) {
            throw new TestAbortedException("no other PostgreSQL is named: run with -Dpenstock.postgres=14.24.0");
        }
        try {
            return new TestPostgres(PostgresStarter.version(version));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** PostgreSQL in a container, or the test is aborted with the reason. */
    public static TestPostgres container() {
        Containers.requireEngine("PostgreSQL is wanted in a container");
        return ContainedPostgres.INSTANCE;
    }

    /**
     * CockroachDB, which speaks PostgreSQL's protocol: the one that {@code PENSTOCK_TEST_COCKROACHDB} names, otherwise
     * one in a container; otherwise the test is aborted with the reason.
     */
    public static TestPostgres cockroach() {
        String given = System.getProperty(COCKROACH, System.getenv(COCKROACH));
        if (given != null && !given.isBlank()) {
            return new TestPostgres(PostgresServer.given(given));
        }
        Containers.requireEngine(COCKROACH + " names no server");
        return ContainedCockroach.INSTANCE;
    }

    /** A new, empty UTF-8 database, named by the prefix and a number. */
    public TestDatabase createDatabase(String prefix) {
        return createDatabase(prefix, "");
    }

    /** @param options what follows the name in CREATE DATABASE, such as {@code ENCODING 'LATIN1' TEMPLATE template0} */
    public TestDatabase createDatabase(String prefix, String options) {
        String name = (prefix.length() > 40 ? prefix.substring(0, 40) : prefix) + "_"
                + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        try (TestDatabase admin = database("postgres")) {
            admin.execute("CREATE DATABASE " + Sql.quoted(name) + " " + options);
        }
        return database(name);
    }

    /** A database that exists already. */
    public TestDatabase database(String name) {
        return new TestDatabase(this, name);
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
        return Sql.connect(server, database);
    }

    /** Ends a server made by {@link #start(boolean)}; shared ones end with the JVM. */
    @Override
    public void close() {
        try {
            server.closer().close();
        } catch (Exception e) {
            throw new IllegalStateException("the server on port " + port() + " did not stop", e);
        }
    }

    private static TestPostgres find(String variable, boolean durable) {
        String given = System.getProperty(variable, System.getenv(variable));
        return new TestPostgres(
                given == null || given.isBlank() ? PostgresStarter.start(durable) : PostgresServer.given(given));
    }

    // Holders: each server starts when it is first asked for, once.
    private static final class Shared {
        static final TestPostgres INSTANCE = find("PENSTOCK_TEST_POSTGRES", false);
    }

    private static final class Target {
        static final TestPostgres INSTANCE = find("PENSTOCK_TEST_POSTGRES_TARGET", false);
    }

    private static final class ContainedPostgres {
        static final TestPostgres INSTANCE = new TestPostgres(Containers.postgres(false));
    }

    private static final class ContainedCockroach {
        static final TestPostgres INSTANCE = new TestPostgres(Containers.cockroach());
    }

    private static final class Durable {
        static final TestPostgres INSTANCE = find("PENSTOCK_TEST_POSTGRES_DURABLE", true);
    }
}
