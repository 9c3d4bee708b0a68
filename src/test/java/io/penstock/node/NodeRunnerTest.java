package io.penstock.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.penstock.config.ConfigException;
import io.penstock.config.PenstockConfig;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals and exit codes, in processes of their own. */
class NodeRunnerTest {
    @TempDir
    Path folder;

    @Test
    void sigterm_stops_in_order_and_exits_with_0() throws Exception {
        assertThat(exitOf("orderly", true)).isZero();
        assertThat(output()).contains("STARTED", "STOPPED");
    }

    @Test
    void a_stop_that_hangs_is_cut_and_exits_with_1() throws Exception {
        assertThat(exitOf("hanging", true)).isEqualTo(1);
        assertThat(output()).contains("not stopped within 1 s");
    }

    @Test
    void sigterm_while_it_starts_stops_too() throws Exception {
        assertThat(exitOf("starting", true)).isZero();
        assertThat(output()).contains("STOPPED");
    }

    @Test
    void a_start_that_fails_stops_what_there_is() throws Exception {
        assertThat(exitOf("failing", false)).isEqualTo(1);
        assertThat(output()).contains("the node did not start", "STOPPED");
    }

    @Test
    void a_start_that_is_refused_is_the_operators_error() throws Exception {
        assertThat(exitOf("refused", false)).isEqualTo(42);
        assertThat(output()).contains("STOPPED");
    }

    private int exitOf(String kind, boolean terminate) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        kind)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        try {
            if (terminate) {
                await().atMost(Duration.ofSeconds(60)).until(() -> output().contains("STARTED"));
                process.destroy();
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private String output() throws Exception {
        return Files.readString(folder.resolve("out"));
    }

    /** What runs in the other process. */
    static final class Program {
        public static void main(String[] args) {
            NodeRunner runner = new NodeRunner(() -> new Life(args[0]), Duration.ofSeconds(1));
            PenstockConfig config = new PenstockConfig(
                    new PenstockConfig.Node(
                            new PenstockConfig.Http("127.0.0.1", 0), PenstockConfig.LogFormat.HUMAN, null),
                    new PenstockConfig.Cluster(false, "", "127.0.0.1", 1, 2, List.of(), Duration.ofSeconds(6)),
                    List.of());
            try {
                System.exit(runner.run(config));
            } catch (ConfigException e) {
                System.exit(42);
            }
        }
    }

    private record Life(String kind) implements NodeLife {
        @Override
        public Future<Void> start(PenstockConfig config) {
            System.out.println("STARTED");
            return switch (kind) {
                case "starting" -> Promise.<Void>promise().future();
                case "failing" -> Future.failedFuture("no memory");
                case "refused" -> Future.failedFuture(new ConfigException("port in use"));
                default -> Future.succeededFuture();
            };
        }

        @Override
        public Future<Void> stop() {
            System.out.println("STOPPED");
            return kind.equals("hanging") ? Promise.<Void>promise().future() : Future.succeededFuture();
        }
    }
}
