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

    /**
     * @param port 0 for any free one
     * @param tls null for plain HTTP
     * @param users who may use the port; anybody who reaches it where there are none
     * @param unprotected whether the operator wants the port open beyond this machine though there are no users
     */
    public record Http(String host, int port, HttpTls tls, List<HttpUser> users, boolean unprotected) {
        public Http {
            users = List.copyOf(users);
        }

        /** Plain HTTP for everybody. */
        public Http(String host, int port) {
            this(host, port, null, List.of(), false);
        }

        /** Whether only this machine's processes can reach the host. No name is looked up. */
        static boolean isLoopback(String host) {
            return host.equalsIgnoreCase("localhost")
                    || host.matches("127(\\.[0-9]{1,3}){3}")
                    || host.equals("::1")
                    || host.equals("[::1]");
        }

        public boolean isLoopback() {
            return isLoopback(host);
        }
    }

    /** PEM files. */
    public record HttpTls(String certificate, String key) {}

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
