package io.penstock.config;

import java.time.Duration;
import java.util.List;

/** All that one node is told. */
public record PenstockConfig(Node node, Cluster cluster, List<LoopConfig> loops) {
    public PenstockConfig {
        loops = List.copyOf(loops);
    }

    /** @param name how the node is called in the cluster, or null for one made of its address */
    public record Node(Http http, LogFormat log, String name) {}

    /** @param port 0 for any free one */
    public record Http(String host, int port) {}

    /** How log lines are written. */
    public enum LogFormat {
        HUMAN,
        JSON
    }

    /**
     * @param config the Hazelcast configuration file
     * @param host the address that members and bus listen on, as the other nodes reach it
     * @param port of the members
     * @param busPort of the event bus
     * @param members {@code host:port} of nodes that may be there
     * @param lease how long a node that is not heard of keeps its loops
     */
    public record Cluster(
            boolean enabled, String config, String host, int port, int busPort, List<String> members, Duration lease) {
        public Cluster {
            members = List.copyOf(members);
        }
    }
}
