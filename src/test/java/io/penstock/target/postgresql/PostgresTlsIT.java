package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.penstock.target.Statement;
import io.penstock.testkit.TlsServer;
import io.vertx.core.Vertx;
import io.vertx.core.net.SelfSignedCertificate;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each {@code sslmode}, and client certificates, as a target is connected to; by the driver that copies too. */
class PostgresTlsIT {
    private static final String SSL = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    private static final Vertx VERTX = Vertx.vertx();
    private static TlsServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new TlsServer();
    }

    @AfterAll
    static void stop() throws Exception {
        LaneFixture.await(VERTX.close());
        server.close();
    }

    private static boolean encrypted(String user, String host, Map<String, String> options) throws Exception {
        ConnectionUrl url =
                new ConnectionUrl("postgresql", host, server.port(), user, new Secret("s3cret"), "postgres", options);

        PostgresExecutor executor =
                new PostgresExecutor(VERTX, new PostgresSessions(url, Duration.ofSeconds(10)), "test");
        Object lanes = LaneFixture.await(executor.query(Statement.of(SSL)).eventually(executor::close))
                .get(0)
                .get("ssl");
        try (JdbcSession copy = JdbcSession.open(url, "test", false)) {
            assertThat(copy.texts(SSL)).containsExactly((boolean) lanes ? "t" : "f");
        }
        return (boolean) lanes;
    }

    private static boolean mode(String user, String mode) throws Exception {
        return encrypted(user, "127.0.0.1", Map.of("sslmode", mode));
    }

    private static void refused(String user, String host, Map<String, String> options) {
        assertThatThrownBy(() -> encrypted(user, host, options)).hasMessageNotContaining("s3cret");
    }

    @Test
    void encryptsAsLittleOrAsMuchAsTheModeAndTheServerSay() throws Exception {
        assertThat(mode("postgres", "disable")).isFalse();
        refused("sealed", "127.0.0.1", Map.of("sslmode", "disable"));
        assertThat(mode("postgres", "allow")).isFalse();
        assertThat(mode("sealed", "allow")).isTrue();
        assertThat(mode("postgres", "prefer")).isTrue();
        assertThat(mode("plain", "prefer")).isFalse();
        assertThat(encrypted("postgres", "127.0.0.1", Map.of())).isTrue();
        assertThat(mode("postgres", "require")).isTrue();
        refused("plain", "127.0.0.1", Map.of("sslmode", "require"));
    }

    @Test
    void verifiesTheServer() throws Exception {
        String root = server.certificate();
        Map<String, String> ca = Map.of("sslmode", "verify-ca", "sslrootcert", root);
        Map<String, String> full = Map.of("sslmode", "verify-full", "sslrootcert", root);
        String other = SelfSignedCertificate.create("localhost").certificatePath();
        assertThat(encrypted("postgres", "127.0.0.1", ca)).isTrue();
        assertThat(encrypted("postgres", "localhost", full)).isTrue();
        refused("postgres", "127.0.0.1", full);
        refused("postgres", "localhost", Map.of("sslmode", "verify-ca", "sslrootcert", other));
        refused("postgres", "localhost", Map.of("sslmode", "verify-full", "sslrootcert", other));
    }

    @Test
    void showsItsOwnCertificate() throws Exception {
        assertThat(encrypted("guest", "127.0.0.1", server.guest())).isTrue();
        refused("guest", "127.0.0.1", Map.of("sslmode", "require"));
    }
}
