package io.penstock.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import io.penstock.config.ConfigException;
import io.penstock.config.ConfigLoader;
import io.penstock.config.PenstockConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The files that containers start with: as far as they can be checked without an engine. */
@SuppressWarnings("unchecked")
class DeploymentFilesTest {
    private static final Path HAZELCAST = Path.of("cluster/hazelcast.yaml").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    void each_node_of_the_compose_file_starts_with_a_name_and_host_of_its_own() throws Exception {
        Map<String, Object> services =
                (Map<String, Object>) yaml("docker-compose.yml").get(0).get("services");
        for (String node : List.of("node1", "node2", "node3")) {
            Map<String, Object> service = (Map<String, Object>) services.get(node);
            Map<String, String> environment = new HashMap<>();
            ((Map<String, Object>) service.get("environment")).forEach((k, v) -> environment.put(k, String.valueOf(v)));
            PenstockConfig config = ConfigLoader.load(Path.of("conf/compose.yaml"), environment, List.of());
            assertThat(config.node().name()).isEqualTo(node);
            assertThat(config.cluster().host()).isEqualTo(node).isEqualTo(service.get("hostname"));
            assertThat(config.cluster().members()).containsExactly("node1:5701", "node2:5701", "node3:5701");
        }
        assertThat(services).containsKeys("source", "target", "mysql", "prometheus", "grafana");
    }

    @Test
    void the_pods_of_kubernetes_start_with_what_their_environment_says() throws Exception {
        List<Map<String, Object>> documents = yaml("cluster/kubernetes/penstock.yaml");
        assertThat(documents)
                .extracting(document -> document.get("kind"))
                .containsExactly(
                        "ConfigMap", "Service", "Service", "StatefulSet", "PodDisruptionBudget", "NetworkPolicy");
        Map<String, String> environment =
                new HashMap<>(Map.of("SHOP_SOURCE_PASSWORD", "a", "SHOP_TARGET_PASSWORD", "b"));
        environment.put("LOOK_TOKEN", "look-look-look-look");
        environment.put("ACT_TOKEN", "act-act-act-act-act");
        List<Map<String, Object>> containers =
                (List<Map<String, Object>>) in(documents.get(3), "spec", "template", "spec", "containers");
        for (Map<String, Object> variable :
                (List<Map<String, Object>>) containers.get(0).get("env")) {
            environment.put((String) variable.get("name"), String.valueOf(variable.getOrDefault("value", "10.0.0.7")));
        }
        environment.put("PENSTOCK_NODE_NAME", "penstock-0");
        Path file = folder.resolve("penstock.yaml");
        String text = (String) in(documents.get(0), "data", "penstock.yaml");
        Files.writeString(file, text.replace("/penstock/cluster/hazelcast.yaml", HAZELCAST.toString()));
        PenstockConfig config = ConfigLoader.load(file, environment, List.of());
        assertThat(config.cluster().enabled()).isTrue();
        assertThat(config.cluster().members()).hasSize(3).contains("penstock-0.penstock-members:5701");
    }

    @Test
    void hazelcast_gets_what_the_configuration_says_and_opens_nothing_else() {
        Config config = MemberConfig.of(cluster(HAZELCAST.toString()), "127.0.0.1", Map.of("penstock.node", "n1"));
        assertThat(config.getNetworkConfig().getPort()).isEqualTo(6701);
        assertThat(config.getNetworkConfig().isPortAutoIncrement()).isFalse();
        assertThat(config.getNetworkConfig().getJoin().getMulticastConfig().isEnabled())
                .isFalse();
        assertThat(config.getNetworkConfig().getJoin().getTcpIpConfig().getMembers())
                .containsExactly("a:1", "b:2");
        assertThat(config.getProperty("hazelcast.phone.home.enabled")).isEqualTo("false");
        assertThat(config.getProperty("hazelcast.socket.bind.any")).isEqualTo("false");
        assertThat(config.getProperty("hazelcast.shutdownhook.enabled")).isEqualTo("false");
    }

    @Test
    void a_file_that_hazelcast_does_not_understand_is_the_operators_error() throws Exception {
        refused("hazelcast: {network: {port: {port: many}}}", "does not understand the file");
        refused("hazelcast: [", "does not understand the file");
        refused("other: 1", "does not understand the file");
        assertThatThrownBy(() -> MemberConfig.of(cluster("/nowhere.yaml"), "127.0.0.1", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("cluster.config: /nowhere.yaml: the file can't be read");
    }

    private void refused(String text, String words) throws IOException {
        Path file = Files.writeString(folder.resolve("hazelcast.yaml"), text);
        assertThatThrownBy(() -> MemberConfig.of(cluster(file.toString()), "127.0.0.1", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("mend it");
    }

    private static PenstockConfig.Cluster cluster(String file) {
        return new PenstockConfig.Cluster(
                true, file, "127.0.0.1", 6701, 6702, List.of("a:1", "b:2"), java.time.Duration.ofSeconds(12));
    }

    private static Object in(Map<String, Object> document, String... path) {
        Object at = document;
        for (String step : path) {
            at = ((Map<String, Object>) at).get(step);
        }
        return at;
    }

    private static List<Map<String, Object>> yaml(String file) throws IOException {
        List<Map<String, Object>> documents = new ArrayList<>();
        new Yaml().loadAll(Files.readString(Path.of(file))).forEach(one -> documents.add((Map<String, Object>) one));
        return documents;
    }
}
