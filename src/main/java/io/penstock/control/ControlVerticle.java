package io.penstock.control;

import io.penstock.bus.Addresses;
import io.penstock.bus.LoopStatus;
import io.penstock.model.LoopName;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Answers {@code penstock.control}: requests are {@code {"command": …, "loop": …}}; {@code docs/bus.md} lists them. Any
 * node may be asked: what concerns a loop goes on to the node that holds it, and a list is put together from all. What
 * can't be done is a failed reply: an HTTP status as code, and the words of {@link Refusal}.
 */
public final class ControlVerticle extends VerticleBase {
    private final Supplier<List<LoopName>> loops;
    private final Nodes nodes;
    private final Limits limits;
    private final List<MessageConsumer<Object>> consumers = new ArrayList<>();
    private LoopRequests requests;
    private NodeRequests others;

    /** @param loops the loops of this node, asked for at each request */
    public ControlVerticle(Supplier<List<LoopName>> loops, Nodes nodes) {
        this(loops, nodes, Limits.DEFAULT);
    }

    ControlVerticle(Supplier<List<LoopName>> loops, Nodes nodes, Limits limits) {
        this.loops = loops;
        this.nodes = nodes;
        this.limits = limits;
    }

    @Override
    public Future<?> start() {
        requests = new LoopRequests(vertx.eventBus(), limits);
        others = new NodeRequests(vertx.eventBus(), limits);
        consumers.add(vertx.eventBus().consumer(Addresses.CONTROL, m -> answer(m, this::carryOut)));
        consumers.add(vertx.eventBus().consumer(Addresses.nodeControl(nodes.self()), m -> answer(m, this::here)));
        return Future.join(consumers.stream().map(MessageConsumer::completion).toList());
    }

    @Override
    public Future<?> stop() {
        return Future.join(consumers.stream().map(MessageConsumer::unregister).toList());
    }

    private interface Answer {
        Future<JsonObject> to(Request request);
    }

    private void answer(Message<Object> message, Answer answer) {
        Future<JsonObject> reply;
        try {
            reply = answer.to(Request.read(message.body(), known(), nodes.names()));
        } catch (Refusal refusal) {
            reply = Future.failedFuture(refusal);
        }
        reply.onSuccess(message::reply).onFailure(e -> {
            Refusal refusal = Refusal.of(e);
            message.fail(refusal.code(), refusal.words());
        });
    }

    private List<LoopName> known() {
        TreeSet<LoopName> known = new TreeSet<>(nodes.loops());
        known.addAll(loops.get());
        return List.copyOf(known);
    }

    private Future<JsonObject> carryOut(Request request) {
        return switch (request.command()) {
            case LIST -> request.here() ? ownLoops() : allLoops().map(ControlVerticle::list);
            case NODES -> Future.succeededFuture(nodeList());
            case CORDON, UNCORDON ->
                nodes.cordon(request.node(), request.command() == Command.CORDON)
                        .map(done -> nodeList());
            case MOVE -> nodes.move(request.loop(), request.node()).compose(done -> status(request.loop()));
            case STATUS -> status(request.loop());
            case PAUSE, RESUME, DRAIN, MODE, BACKFILL, VERIFY, VERIFICATION -> toHolder(request);
        };
    }

    /** What another node hands on: it knows that we hold the loop, and if we don't, its loop says so. */
    private Future<JsonObject> here(Request request) {
        return request.command() == Command.LIST ? ownLoops() : requests.send(request);
    }

    private Future<JsonObject> toHolder(Request request) {
        return nodes.holder(request.loop()).compose(holder -> {
            if (holder == null) {
                return Future.failedFuture(LoopRequests.nobodyHolds(request.loop()));
            }
            return holder.equals(nodes.self()) ? requests.send(request) : others.send(holder, request);
        });
    }

    /** Of the holder; while nobody holds the loop, of whoever has most to tell. */
    private Future<JsonObject> status(LoopName loop) {
        Request request = new Request(Command.STATUS, loop);
        return nodes.holder(loop).compose(holder -> {
            if (holder == null) {
                return statusOfNobody(loop);
            }
            return holder.equals(nodes.self())
                    ? requests.send(request)
                    : others.send(holder, request).recover(silent -> statusOfNobody(loop));
        });
    }

    private Future<JsonObject> statusOfNobody(LoopName loop) {
        return saidByAll()
                .map(said -> ClusterList.of(loop, said))
                .compose(found -> found == null
                        ? Future.failedFuture(LoopRequests.nobodyHolds(loop))
                        : Future.succeededFuture(found.toJson()));
    }

    private Future<JsonObject> ownLoops() {
        List<Future<JsonObject>> asked =
                loops.get().stream().sorted().map(requests::statusOrSilence).toList();
        return Future.all(asked).map(all -> list(List.<Object>copyOf(all.list())));
    }

    /** What all nodes say of all loops. A node that does not answer is left out. */
    private Future<List<LoopStatus>> saidByAll() {
        List<Future<JsonObject>> asked = nodes.names().stream()
                .map(node -> node.equals(nodes.self()) ? ownLoops() : others.listOrNothing(node))
                .toList();
        return Future.all(asked)
                .map(all -> all.<JsonObject>list().stream()
                        .flatMap(answer -> answer.getJsonArray("loops").stream())
                        .map(status -> LoopStatus.fromJson((JsonObject) status))
                        .toList());
    }

    private Future<List<LoopStatus>> allLoops() {
        return saidByAll()
                .map(said -> known().stream()
                        .map(loop -> ClusterList.of(loop, said))
                        .filter(Objects::nonNull)
                        .toList());
    }

    private JsonObject nodeList() {
        JsonArray list = new JsonArray();
        nodes.names()
                .forEach(node -> list.add(new JsonObject().put("name", node).put("cordoned", nodes.isCordoned(node))));
        return new JsonObject().put("self", nodes.self()).put("nodes", list);
    }

    private static JsonObject list(List<?> statuses) {
        JsonArray list = new JsonArray();
        statuses.forEach(status -> list.add(status instanceof LoopStatus known ? known.toJson() : status));
        return new JsonObject().put("loops", list);
    }
}
