package io.penstock.node;

import io.penstock.control.Nodes;
import io.penstock.lease.HazelcastLeases;
import io.penstock.model.LoopName;
import io.vertx.core.Future;
import java.util.List;

/** The nodes of a cluster, as control asks for them. */
record ClusterNodes(String self, HazelcastLeases leases) implements Nodes {
    @Override
    public List<String> names() {
        return leases.nodes();
    }

    @Override
    public List<LoopName> loops() {
        return leases.loops();
    }

    @Override
    public Future<String> holder(LoopName loop) {
        return leases.holder(loop);
    }

    @Override
    public boolean isCordoned(String node) {
        return leases.isCordoned(node);
    }

    @Override
    public Future<Void> cordon(String node, boolean cordoned) {
        return leases.cordon(node, cordoned);
    }

    @Override
    public Future<Void> move(LoopName loop, String node) {
        return leases.pin(loop, node);
    }
}
