package io.penstock.node;

import io.penstock.bus.BusCodecs;
import io.penstock.config.LoopConfig;
import io.penstock.config.PenstockConfig;
import io.penstock.control.ControlVerticle;
import io.penstock.loop.LoopFactory;
import io.penstock.loop.LoopParts;
import io.penstock.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One node: its loops, and the doors through which they are steered and watched. */
public final class Node implements NodeLife {
    private final Metrics metrics = new Metrics();
    private final UnaryOperator<LoopParts> around;
    private Membership membership;
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
        return Membership.join(config).compose(joined -> {
            membership = joined;
            Vertx vertx = joined.vertx();
            BusCodecs.register(vertx.eventBus());
            parts = new PostgresParts(vertx, metrics, joined.leases(), joined.node());
            loops = new LoopFactory(vertx, around.apply(parts));
            ControlVerticle control = new ControlVerticle(loops::names, joined.nodes(loops::names));
            return Doors.open(vertx, config.node().http(), control, metrics::scrape)
                    .onSuccess(opened -> doors = opened)
                    .compose(opened -> startLoops(config.loops()));
        });
    }

    /** The port that is listened on; known once started. */
    public int httpPort() {
        return doors.httpPort();
    }

    @Override
    public Future<Void> stop() {
        if (membership == null) {
            return Future.succeededFuture();
        }
        // Of no context: the event loop that the steps before run on has ended when the bus is closed.
        Promise<Void> stopped = Promise.promise();
        membership
                .leave()
                .transform(told -> loops.close())
                .transform(ended -> doors == null ? Future.succeededFuture() : doors.close())
                .transform(closed -> parts.close())
                .onComplete(closed -> membership.vertx().close().onComplete(stopped));
        return stopped.future();
    }

    private Future<Void> startLoops(List<LoopConfig> configs) {
        List<Future<?>> started = new ArrayList<>();
        configs.forEach(config -> started.add(loops.get(config)));
        return Future.join(started).mapEmpty();
    }
}
