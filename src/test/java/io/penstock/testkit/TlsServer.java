package io.penstock.testkit;

import io.vertx.core.net.SelfSignedCertificate;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;

/**
 * A PostgreSQL with {@code ssl = on}, whose certificate signs itself and names localhost. Role {@code sealed} may come
 * by TLS only, {@code plain} without it only, {@code guest} with a client certificate only, {@code postgres} as it
 * likes.
 */
public final class TlsServer implements AutoCloseable {
    private static final String RULES = """
            hostssl all sealed all trust
            hostnossl all plain all trust
            hostssl all guest all cert
            host all sealed,plain,guest all reject
            """;

    private final SelfSignedCertificate server = SelfSignedCertificate.create("localhost");
    private final SelfSignedCertificate client = SelfSignedCertificate.create("guest");
    private final EmbeddedPostgres postgres;

    public TlsServer() throws Exception {
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("wal_level", "logical")
                .start();
        try (Connection c = postgres.getPostgresDatabase().getConnection();
                Statement s = c.createStatement()) {
            Path data = Path.of(text(s, "SHOW data_directory"));
            put(server.privateKeyPath(), data, "server.key");
            put(server.certificatePath(), data, "server.crt");
            put(client.certificatePath(), data, "clients.crt");
            s.execute("CREATE ROLE sealed LOGIN SUPERUSER; CREATE ROLE plain LOGIN SUPERUSER;"
                    + " CREATE ROLE guest LOGIN SUPERUSER");
            Path rules = Path.of(text(s, "SHOW hba_file"));
            Files.writeString(rules, RULES + Files.readString(rules));
            s.execute("ALTER SYSTEM SET ssl_ca_file = 'clients.crt'");
            s.execute("ALTER SYSTEM SET ssl = on");
            s.execute("SELECT pg_reload_conf()");
        }
    }

    public int port() {
        return postgres.getPort();
    }

    /** PEM file by which the server is known. */
    public String certificate() {
        return server.certificatePath();
    }

    /** The options with which role {@code guest} is let in. */
    public Map<String, String> guest() {
        return Map.of("sslmode", "require", "sslcert", client.certificatePath(), "sslkey", client.privateKeyPath());
    }

    @Override
    public void close() throws Exception {
        postgres.close();
    }

    private static void put(String file, Path data, String name) throws Exception {
        Path copy = Files.copy(Path.of(file), data.resolve(name));
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
        if (!Files.getOwner(copy).equals(Files.getOwner(data))) {
            Files.setOwner(copy, Files.getOwner(data));
        }
    }

    private static String text(Statement statement, String sql) throws Exception {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
