package io.penstock.source.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.penstock.model.LoopName;
import io.penstock.testkit.TlsServer;
import io.vertx.core.net.SelfSignedCertificate;
import java.sql.Connection;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each {@code sslmode}, and client certificates, as a source is connected to; for replication too. */
class SourceTlsIT {
    private static TlsServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new TlsServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static boolean encrypted(String user, String host, Map<String, String> options) throws Exception {
        ConnectionUrl url =
                new ConnectionUrl("postgresql", host, server.port(), user, new Secret("s3cret"), "postgres", options);

        Connections connections = new Connections(url, new LoopName("tls"));
        boolean stream;
        try (Connection replication = connections.openReplication()) {
            stream = isEncrypted(replication);
        }
        try (Connection session = connections.open(10)) {
            assertThat(isEncrypted(session)).isEqualTo(stream);
        }
        return stream;
    }

    private static boolean isEncrypted(Connection connection) throws Exception {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
            row.next();
            return row.getBoolean(1);
        }
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
