package io.penstock.node;

import io.penstock.bus.BusCodecs;
import io.penstock.config.LoopConfig;
import io.penstock.config.PenstockConfig;
import io.penstock.lease.SoleLeases;
import io.penstock.loop.LoopFactory;
import io.penstock.loop.LoopParts;
import io.penstock.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One node: its loops, and the doors through which they are steered and watched. */
public final class Node implements NodeLife {
    private final Metrics metrics = new Metrics();
    private final UnaryOperator<LoopParts> around;
    private Vertx vertx;
    private PostgresParts parts;
    private LoopFactory loops;
    private Doors doors;

    public Node() {
        this(UnaryOperator.identity());
    }

    /** @param around puts something around the parts that loops are made of */
    public Node(UnaryOperator<LoopParts> around) {
        this.around = around;
    }

    @Override
    public Future<Void> start(PenstockConfig config) {
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(eventLoops()));
        BusCodecs.register(vertx.eventBus());
        String name = java.lang.ProcessHandle.current().pid() + "@"
                + config.node().http().host();
        parts = new PostgresParts(vertx, metrics, new SoleLeases(), name);
        loops = new LoopFactory(vertx, around.apply(parts));
        return Doors.open(vertx, config.node().http(), loops::names, metrics::scrape)
                .onSuccess(opened -> doors = opened)
                .compose(opened -> startLoops(config.loops()));
    }

    /** The port that is listened on; known once started. */
    public int httpPort() {
        return doors.httpPort();
    }

    @Override
    public Future<Void> stop() {
        if (vertx == null) {
            return Future.succeededFuture();
        }
        return loops.close()
                .transform(ended -> doors == null ? Future.succeededFuture() : doors.close())
                .transform(closed -> parts.close())
                .transform(closed -> vertx.close());
    }

    /**
     * One for each two processors: the feeds' own threads and, where they share the machine, the servers need the rest.
     * A batch passes four verticles, and waking another thread for each costs more than what it does there.
     */
    private static int eventLoops() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    private Future<Void> startLoops(List<LoopConfig> configs) {
        List<Future<?>> started = new ArrayList<>();
        configs.forEach(config -> started.add(loops.get(config)));
        return Future.join(started).mapEmpty();
    }
}
