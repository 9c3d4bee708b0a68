package io.penstock.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code cluster}.
 *
 * @param folder where a relative path is looked for first: that of the configuration file
 */
record ClusterReader(Path folder) {
    /** A shorter lease is lost by a pause of the garbage collector, or by Hazelcast's own clock of whole seconds. */
    private static final Duration LEASE_AT_LEAST = Duration.ofSeconds(3);

    private static final Duration LEASE_AT_MOST = Duration.ofMinutes(10);

    PenstockConfig.Cluster read(Section cluster) {
        boolean enabled = cluster.truth("enabled", Defaults.CLUSTER_ENABLED);
        String config = cluster.text("config", Defaults.CLUSTER_CONFIG);
        int port = cluster.read("port", Defaults.CLUSTER_PORT, ClusterReader::port);
        int busPort = cluster.read("busPort", Defaults.CLUSTER_BUS_PORT, ClusterReader::port);
        if (port == busPort) {
            throw cluster.refuse("busPort", "port " + port + " is that of the members already", "name another one");
        }
        return new PenstockConfig.Cluster(
                enabled,
                enabled ? file(cluster, config).toString() : config,
                cluster.text("host", Defaults.CLUSTER_HOST),
                port,
                busPort,
                members(cluster, port),
                cluster.read("lease", Defaults.CLUSTER_LEASE, ClusterReader::lease));
    }

    private Path file(Section cluster, String config) {
        Path beside = folder.resolve(config);
        if (Files.isRegularFile(beside)) {
            return beside;
        }
        Path here = Path.of(config).toAbsolutePath();
        if (Files.isRegularFile(here)) {
            return here;
        }
        String places = beside.equals(here) ? beside.toString() : beside + " nor " + here;
        throw cluster.refuse(
                "config",
                "there is no file " + places,
                "name Hazelcast's configuration; cluster/hazelcast.yaml of the distribution is one");
    }

    /** In the file a list; in an environment variable a text with commas. */
    private static List<String> members(Section cluster, int defaultPort) {
        List<String> members = new ArrayList<>();
        for (List<String> some : cluster.list("members", text -> members(text, defaultPort))) {
            members.addAll(some);
        }
        return members.isEmpty() ? Defaults.CLUSTER_MEMBERS : members;
    }

    private static List<String> members(String text, int defaultPort) {
        List<String> members = new ArrayList<>();
        for (String member : text.split(",")) {
            if (!member.isBlank()) {
                members.add(member(member.strip(), defaultPort));
            }
        }
        return members;
    }

    private static String member(String text, int defaultPort) {
        try {
            HostPort place = HostPort.parse(text, defaultPort);
            boolean bare = place.host().indexOf(':') >= 0;
            return (bare ? "[" + place.host() + "]" : place.host()) + ":" + place.port();
        } catch (BadValueException e) {
            throw new BadValueException(
                    "the member \"" + text + "\" is no address: " + e.getMessage(),
                    "write host, host:port or [IPv6]:port, with commas or as a list");
        }
    }

    private static int port(String text) {
        return ConfigLoader.wholeNumber(text, 1, 65_535);
    }

    private static Duration lease(String text) {
        Duration lease = DurationText.parse(text);
        if (lease.compareTo(LEASE_AT_LEAST) < 0 || lease.compareTo(LEASE_AT_MOST) > 0) {
            throw new BadValueException(
                    "\"" + text + "\" is not between 3 s and 10 min",
                    "write one such as 12s: twice hazelcast.max.no.heartbeat.seconds of the Hazelcast file, or more");
        }
        return lease;
    }
}
