package io.penstock.config;

import java.util.List;

/** All that one node is told. */
public record PenstockConfig(Node node, Cluster cluster, List<LoopConfig> loops) {
    public PenstockConfig {
        loops = List.copyOf(loops);
    }

    public record Node(Http http, LogFormat log) {}

    /** @param port 0 for any free one */
    public record Http(String host, int port) {}

    /** How log lines are written. */
    public enum LogFormat {
        HUMAN,
        JSON
    }

    /** @param config the Hazelcast configuration file */
    public record Cluster(boolean enabled, String config) {}
}
