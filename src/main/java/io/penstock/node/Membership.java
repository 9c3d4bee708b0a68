package io.penstock.node;

import com.hazelcast.config.Config;
import io.penstock.config.ConfigException;
import io.penstock.config.LoopConfig;
import io.penstock.config.PenstockConfig;
import io.penstock.control.Nodes;
import io.penstock.lease.Fingerprint;
import io.penstock.lease.HazelcastLeases;
import io.penstock.lease.Leases;
import io.penstock.lease.Roster;
import io.penstock.lease.SoleLeases;
import io.penstock.model.LoopName;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A node's place among others: a bus that spans the cluster, leases that all share; or, without a cluster, a bus and
 * leases of its own.
 */
final class Membership {
    private final Vertx vertx;
    private final String node;
    private final Leases leases;
    private final HazelcastLeases shared;

    private Membership(Vertx vertx, String node, Leases leases, HazelcastLeases shared) {
        this.vertx = vertx;
        this.node = node;
        this.leases = leases;
        this.shared = shared;
    }

    /** Fails with {@link ConfigException} for the operator's errors. */
    static Future<Membership> join(PenstockConfig config) {
        return config.cluster().enabled() ? joinCluster(config) : Future.succeededFuture(alone(config));
    }

    private static Membership alone(PenstockConfig config) {
        String name = config.node().name() != null
                ? config.node().name()
                : ProcessHandle.current().pid() + "@" + config.node().http().host();
        return new Membership(Vertx.vertx(options()), name, new SoleLeases(), null);
    }

    private static Future<Membership> joinCluster(PenstockConfig config) {
        PenstockConfig.Cluster cluster = config.cluster();
        String name = config.node().name() != null ? config.node().name() : cluster.host() + ":" + cluster.port();
        String address = address(cluster.host());
        Config member = MemberConfig.of(cluster, address, Roster.attributes(name, fingerprints(config.loops())));
        HazelcastClusterManager manager = new HazelcastClusterManager(member);
        EventBusOptions bus = new EventBusOptions()
                .setHost(address)
                .setPort(cluster.busPort())
                .setClusterPublicHost(cluster.host())
                .setClusterPublicPort(cluster.busPort());
        return Vertx.builder()
                .with(options().setEventBusOptions(bus))
                .withClusterManager(manager)
                .buildClustered()
                .recover(cause -> Future.failedFuture(explained(cause, cluster)))
                .map(vertx -> joined(
                        vertx, name, HazelcastLeases.of(vertx, manager.getHazelcastInstance(), cluster.lease())));
    }

    private static Membership joined(Vertx vertx, String name, HazelcastLeases leases) {
        if (Collections.frequency(leases.nodes(), name) > 1) {
            vertx.close();
            throw new ConfigException("node.name: another node of the cluster is called \"" + name
                    + "\" already; give each its own by node.name or PENSTOCK_NODE_NAME");
        }
        return new Membership(vertx, name, leases, leases);
    }

    Vertx vertx() {
        return vertx;
    }

    String node() {
        return node;
    }

    Leases leases() {
        return leases;
    }

    /** @param own the loops of this node */
    Nodes nodes(Supplier<List<LoopName>> own) {
        return shared == null ? Nodes.sole(node, own) : new ClusterNodes(node, shared);
    }

    /** Others are told that this node's loops are about to be free. To be called before the loops end. */
    Future<Void> leave() {
        return shared == null ? Future.succeededFuture() : shared.leave();
    }

    private static VertxOptions options() {
        return new VertxOptions().setEventLoopPoolSize(eventLoops());
    }

    /**
     * One for each two processors: the feeds' own threads and, where they share the machine, the servers need the rest.
     * A batch passes four verticles, and waking another thread for each costs more than what it does there.
     */
    private static int eventLoops() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    private static Map<String, String> fingerprints(List<LoopConfig> loops) {
        Map<String, String> fingerprints = new TreeMap<>();
        loops.forEach(loop -> fingerprints.put(loop.name().text(), Fingerprint.of(loop)));
        return fingerprints;
    }

    private static String address(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            throw new ConfigException("cluster.host: there is no host \"" + host
                    + "\"; name an address of this machine that the other nodes can reach");
        }
    }

    private static Throwable explained(Throwable cause, PenstockConfig.Cluster cluster) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            String words = String.valueOf(at.getMessage());
            if (at instanceof BindException && words.contains("in use")) {
                return taken("cluster.busPort", cluster.busPort(), "PENSTOCK_CLUSTER_BUSPORT", cluster);
            }
            if (words.contains("already in use")) {
                return taken("cluster.port", cluster.port(), "PENSTOCK_CLUSTER_PORT", cluster);
            }
            if (at instanceof BindException || words.contains("Cannot assign requested address")) {
                return new ConfigException("cluster.host: can't listen on " + cluster.host() + " (" + words
                        + "); name an address of this machine that the other nodes can reach");
            }
        }
        return cause;
    }

    private static ConfigException taken(String key, int port, String variable, PenstockConfig.Cluster cluster) {
        return new ConfigException(key + ": port " + port + " of " + cluster.host() + " is in use; name another by "
                + key + " or " + variable + ", or end the process that has it");
    }
}
