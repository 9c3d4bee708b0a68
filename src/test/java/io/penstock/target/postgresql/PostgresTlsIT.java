package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.SelfSignedCertificate;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each {@code sslmode} against a server whose certificate signs itself and names localhost. */
class PostgresTlsIT {
    private static final SelfSignedCertificate CERTIFICATE = SelfSignedCertificate.create("localhost");
    private static final Vertx VERTX = Vertx.vertx();
    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedPostgres.start();
        try (var c = server.getPostgresDatabase().getConnection();
                var s = c.createStatement()) {
            var r = s.executeQuery("SHOW data_directory");
            r.next();
            Path data = Path.of(r.getString(1));
            Path key = Files.copy(Path.of(CERTIFICATE.privateKeyPath()), data.resolve("server.key"));
            Files.copy(Path.of(CERTIFICATE.certificatePath()), data.resolve("server.crt"));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            if (!Files.getOwner(key).equals(Files.getOwner(data))) {
                Files.setOwner(key, Files.getOwner(data));
            }
            s.execute("ALTER SYSTEM SET ssl = on");
            s.execute("SELECT pg_reload_conf()");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        LaneFixture.await(VERTX.close());
        server.close();
    }

    private static Future<List<Map<String, Object>>> ask(String host, Map<String, String> options) {
        ConnectionUrl url = new ConnectionUrl(
                "postgresql", host, server.getPort(), "postgres", new Secret("postgres"), "postgres", options);
        PostgresExecutor executor =
                new PostgresExecutor(VERTX, new PostgresSessions(url, Duration.ofSeconds(10)), "test");
        return executor.query(Statement.of("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
                .eventually(executor::close);
    }

    private static Object encrypted(String host, Map<String, String> options) {
        return LaneFixture.await(ask(host, options)).get(0).get("ssl");
    }

    @Test
    void encryptsWithoutAskingWhoItIs() {
        assertThat(encrypted("127.0.0.1", Map.of("sslmode", "require"))).isEqualTo(true);
        assertThat(encrypted("127.0.0.1", Map.of())).isEqualTo(true);
        assertThat(encrypted("127.0.0.1", Map.of("sslmode", "disable"))).isEqualTo(false);
    }

    @Test
    void verifiesTheServer() {
        String root = CERTIFICATE.certificatePath();
        assertThat(encrypted("127.0.0.1", Map.of("sslmode", "verify-ca", "sslrootcert", root)))
                .isEqualTo(true);
        assertThat(encrypted("localhost", Map.of("sslmode", "verify-full", "sslrootcert", root)))
                .isEqualTo(true);
    }

    @Test
    void refusesAServerItCanNotVerify() {
        SelfSignedCertificate other = SelfSignedCertificate.create("localhost");
        assertThat(LaneFixture.failure(
                        ask("localhost", Map.of("sslmode", "verify-ca", "sslrootcert", other.certificatePath()))))
                .isInstanceOf(TargetException.class);
        assertThat(LaneFixture.failure(ask(
                        "127.0.0.1", Map.of("sslmode", "verify-full", "sslrootcert", CERTIFICATE.certificatePath()))))
                .isInstanceOf(TargetException.class);
    }
}
