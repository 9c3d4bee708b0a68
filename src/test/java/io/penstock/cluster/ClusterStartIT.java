package io.penstock.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.LoopYaml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node that can't join says, and its exit code. No database is needed: it does not come so far. */
class ClusterStartIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    private ServerSocket taken;

    @BeforeEach
    void take() throws IOException {
        taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    }

    @AfterEach
    void give() throws IOException {
        taken.close();
    }

    @Test
    void a_taken_port_of_the_members_is_the_operators_error() throws Exception {
        refused(
                Map.of("PENSTOCK_CLUSTER_PORT", Integer.toString(taken.getLocalPort())),
                "cluster.port: port " + taken.getLocalPort() + " of 127.0.0.1 is in use; name another");
    }

    @Test
    void a_taken_port_of_the_bus_is_the_operators_error() throws Exception {
        refused(
                Map.of("PENSTOCK_CLUSTER_BUSPORT", Integer.toString(taken.getLocalPort())),
                "cluster.busPort: port " + taken.getLocalPort() + " of 127.0.0.1 is in use; name another");
    }

    @Test
    void a_member_that_is_no_address_is_the_operators_error() throws Exception {
        refused(
                Map.of("PENSTOCK_CLUSTER_MEMBERS", "node1,node 2"),
                "PENSTOCK_CLUSTER_MEMBERS: cluster.members: the member \"node 2\" is no address");
    }

    private void refused(Map<String, String> environment, String words) throws Exception {
        Path file = Files.writeString(directory.resolve("penstock.yaml"), """
                node: {http: {port: 0}}
                cluster: {enabled: true, config: "%s", port: %d, busPort: %d}
                loops:
                  - name: shop
                    source: {url: "postgresql://u@127.0.0.1:1/shop", tables: ["public.*"]}
                    target: {url: "postgresql://u@127.0.0.1:1/shop"}
                """.formatted(
                        Path.of("cluster/hazelcast.yaml").toAbsolutePath(), LoopYaml.freePort(), LoopYaml.freePort()));
        Path out = directory.resolve("out");
        ProcessBuilder start = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.penstock.node.Main",
                "start",
                "--config",
                file.toString()));
        start.environment().putAll(environment);
        Process process =
                start.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        try {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(out)).contains("penstock: " + words);
            assertThat(process.exitValue()).isEqualTo(2);
        } finally {
            process.destroyForcibly();
        }
    }
}
