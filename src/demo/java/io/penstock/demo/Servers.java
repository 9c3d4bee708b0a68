package io.penstock.demo;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Two PostgreSQL servers of the demo's own, with their data in a directory that goes when they do. */
public final class Servers implements AutoCloseable {
    private final Path directory;
    private EmbeddedPostgres source;
    private EmbeddedPostgres target;

    /** @param directory where the data goes; deleted by {@link #close()} */
    public Servers(Path directory) {
        this.directory = directory;
    }

    /** @param settings beside those that replication needs */
    public void startSource(Map<String, String> settings) throws IOException {
        source = server("source", settings);
    }

    /** @param settings beside those that replication needs */
    public void startTarget(Map<String, String> settings) throws IOException {
        target = server("target", settings);
    }

    public EmbeddedPostgres source() {
        return source;
    }

    public EmbeddedPostgres target() {
        return target;
    }

    public String sourceUrl(String database) {
        return source.getJdbcUrl("postgres", database);
    }

    public String targetUrl(String database) {
        return target.getJdbcUrl("postgres", database);
    }

    /** The process that all others of the server descend from. */
    public static long processOf(Path dataDirectory) {
        try (Stream<String> lines = Files.lines(dataDirectory.resolve("postmaster.pid"))) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path sourceDirectory() {
        return directory.resolve("source");
    }

    public Path targetDirectory() {
        return directory.resolve("target");
    }

    private EmbeddedPostgres server(String name, Map<String, String> settings) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve(name))
                .setRegisterShutdownHook(false)
                .setCleanDataDirectory(true)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("wal_level", "logical")
                .setServerConfig("max_connections", "100")
                .setServerConfig("max_wal_senders", "20")
                .setServerConfig("max_replication_slots", "20");
        settings.forEach(builder::setServerConfig);
        return builder.start();
    }

    /** Ends both servers, whatever state they are in, and deletes their data. */
    @Override
    public void close() {
        end(target, targetDirectory());
        end(source, sourceDirectory());
        delete(directory);
    }

    private static void end(EmbeddedPostgres server, Path data) {
        if (server != null) {
            try {
                server.close();
            } catch (IOException | RuntimeException e) {
                // What is left of it is ended below.
            }
        }
        // A server of which only the start failed has no object yet, but may have a process.
        if (Files.exists(data.resolve("postmaster.pid"))) {
            endProcess(processOf(data));
        }
    }

    private static void endProcess(long pid) {
        ProcessHandle.of(pid).ifPresent(process -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroyForcibly();
            process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join();
        });
    }

    private static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("Could not delete all of " + directory + ": " + e.getMessage());
        }
    }
}
