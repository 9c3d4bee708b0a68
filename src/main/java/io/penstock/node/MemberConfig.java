package io.penstock.node;

import com.hazelcast.config.Config;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.core.HazelcastException;
import io.penstock.config.ConfigException;
import io.penstock.config.PenstockConfig;
import io.penstock.lease.HazelcastLeases;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;

/** Hazelcast's configuration for one node: what the operator's file says, and what Penstock relies on. */
final class MemberConfig {
    private static final int LEASE_BACKUPS = 2;

    private MemberConfig() {}

    /**
     * @param address of {@code cluster.host}
     * @param attributes what this node says of itself to the others
     * @throws ConfigException for a file that can't be read or understood
     */
    static Config of(PenstockConfig.Cluster cluster, String address, Map<String, String> attributes) {
        Config config = read(cluster);
        // A stop drains the loops before the node leaves.
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.setProperty("hazelcast.graceful.shutdown.max.wait", "5");
        // A renewal must not wait for the backup on a member that stands still.
        config.setProperty("hazelcast.operation.backup.timeout.millis", "1000");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.local.localAddress", address);
        attributes.forEach(config.getMemberAttributeConfig()::setAttribute);
        // Whatever dies, somebody ought to know who held what.
        config.getMapConfig(HazelcastLeases.mapName()).setBackupCount(LEASE_BACKUPS);
        // Vert.x keeps who listens to which address in these.
        config.getMultiMapConfig("__vertx.subs")
                .setBackupCount(1)
                .setValueCollectionType(MultiMapConfig.ValueCollectionType.SET);
        config.getMapConfig("__vertx.haInfo").setBackupCount(1);
        config.getMapConfig("__vertx.nodeInfo").setBackupCount(1);
        return config;
    }

    private static Config read(PenstockConfig.Cluster cluster) {
        Properties values = new Properties();
        values.putAll(System.getenv());
        values.setProperty("penstock.host", cluster.host());
        values.setProperty("penstock.port", Integer.toString(cluster.port()));
        values.setProperty("penstock.members", String.join(",", cluster.members()));
        try (InputStream file = new FileInputStream(cluster.config())) {
            return new YamlConfigBuilder(file).setProperties(values).build();
        } catch (IOException e) {
            throw refusal(cluster, "the file can't be read (" + e.getMessage() + ")");
        } catch (HazelcastException | IllegalArgumentException e) {
            throw refusal(cluster, "Hazelcast does not understand the file: " + oneLine(e.getMessage()));
        }
    }

    private static ConfigException refusal(PenstockConfig.Cluster cluster, String problem) {
        return new ConfigException("cluster.config: " + cluster.config() + ": " + problem
                + "; mend it, or name another one: cluster/hazelcast.yaml of the distribution works");
    }

    private static String oneLine(String text) {
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " | ");
    }
}
