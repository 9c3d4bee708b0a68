package io.penstock.loop;

import io.penstock.config.LoopConfig;
import io.penstock.lease.LeaseListener;
import io.penstock.model.LoopName;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The loops of a node. Asking twice for a name gives the same loop. Loops share targets and progress stores through
 * their {@link LoopParts}, and nothing else: one failing does not touch another.
 */
public final class LoopFactory {
    private final Vertx vertx;
    private final LoopParts parts;
    private final Map<LoopName, Running> loops = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public LoopFactory(Vertx vertx, LoopParts parts) {
        this.vertx = vertx;
        this.parts = parts;
        parts.leases().listen(new Hearing());
    }

    /**
     * Starts the loop, or finds it.
     *
     * @return completes when the loop listens to commands; whether it runs is for its status to say
     * @throws IllegalArgumentException when the name is in use with another definition
     */
    public Future<Void> get(LoopConfig config) {
        if (closed) {
            return Future.failedFuture(new IllegalStateException("the node is stopping"));
        }
        Running loop = loops.computeIfAbsent(config.name(), name -> start(config));
        if (!loop.config.equals(config)) {
            throw new IllegalArgumentException("loop " + config.name() + " runs with another definition");
        }
        return loop.deployed.mapEmpty();
    }

    private Running start(LoopConfig config) {
        LoopVerticle verticle = new LoopVerticle(config, parts);
        return new Running(config, verticle, vertx.deployVerticle(verticle));
    }

    public List<LoopName> names() {
        return loops.keySet().stream().sorted().toList();
    }

    /** Tells all loops to end, then waits for all: the slowest one decides how long it takes, not their sum. */
    public Future<Void> close() {
        closed = true;
        List<Future<?>> ended = new ArrayList<>();
        for (Running loop : loops.values()) {
            ended.add(loop.deployed.compose(id -> loop.verticle.shutDown().compose(done -> vertx.undeploy(id))));
        }
        return Future.join(ended).mapEmpty();
    }

    /** Hands on what is told of leases. */
    private final class Hearing implements LeaseListener {
        @Override
        public void lost(LoopName loop, String why) {
            tell(loop, verticle -> verticle.leaseLost(why));
        }

        @Override
        public void free(LoopName loop) {
            tell(loop, LoopVerticle::leaseFree);
        }

        @Override
        public void recalled(LoopName loop, String node) {
            tell(loop, verticle -> verticle.leaseRecalled(node));
        }

        private void tell(LoopName loop, Consumer<LoopVerticle> news) {
            Running running = loops.get(loop);
            if (running != null) {
                running.deployed.onSuccess(id -> news.accept(running.verticle));
            }
        }
    }

    private record Running(LoopConfig config, LoopVerticle verticle, Future<String> deployed) {}
}
