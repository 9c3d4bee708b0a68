package io.penstock.control;

import io.penstock.model.LoopName;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;

/** No cluster: there is nowhere to move a loop to. */
record SoleNode(String self, Supplier<List<LoopName>> own) implements Nodes {
    @Override
    public List<String> names() {
        return List.of(self);
    }

    @Override
    public List<LoopName> loops() {
        return own.get();
    }

    @Override
    public Future<String> holder(LoopName loop) {
        return Future.succeededFuture(self);
    }

    @Override
    public boolean isCordoned(String node) {
        return false;
    }

    @Override
    public Future<Void> cordon(String node, boolean cordoned) {
        return Future.failedFuture(alone());
    }

    @Override
    public Future<Void> move(LoopName loop, String node) {
        return Future.failedFuture(alone());
    }

    private static Refusal alone() {
        return new Refusal(
                Refusal.NOT_NOW, "this node is no member of a cluster", "loops move between nodes of a cluster only");
    }
}
