package io.penstock.control;

import io.penstock.bus.Addresses;
import io.penstock.model.LoopName;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;

/**
 * Answers {@code penstock.control}: requests are {@code {"command": …, "loop": …}}, with {@code "value"} for
 * {@code mode}. {@code list} is answered with {@code {"loops": [status…]}}, every other command with what the loop
 * says. What can't be done is a failed reply: an HTTP status as code, and the words of {@link Refusal}.
 */
public final class ControlVerticle extends VerticleBase {
    private final Supplier<List<LoopName>> loops;
    private final Limits limits;
    private MessageConsumer<Object> consumer;
    private LoopRequests requests;

    /** @param loops the loops of this node, asked for at each request */
    public ControlVerticle(Supplier<List<LoopName>> loops) {
        this(loops, Limits.DEFAULT);
    }

    ControlVerticle(Supplier<List<LoopName>> loops, Limits limits) {
        this.loops = loops;
        this.limits = limits;
    }

    @Override
    public Future<?> start() {
        requests = new LoopRequests(vertx.eventBus(), limits);
        consumer = vertx.eventBus().consumer(Addresses.CONTROL, this::answer);
        return consumer.completion();
    }

    @Override
    public Future<?> stop() {
        return consumer.unregister();
    }

    private void answer(Message<Object> message) {
        Future<JsonObject> reply;
        try {
            reply = carryOut(Request.read(message.body(), loops.get()));
        } catch (Refusal refusal) {
            reply = Future.failedFuture(refusal);
        }
        reply.onSuccess(message::reply).onFailure(e -> {
            Refusal refusal = Refusal.of(e);
            message.fail(refusal.code(), refusal.words());
        });
    }

    private Future<JsonObject> carryOut(Request request) {
        if (request.command() != Command.LIST) {
            return requests.send(request);
        }
        List<Future<JsonObject>> asked =
                loops.get().stream().sorted().map(requests::statusOrSilence).toList();
        return Future.all(asked)
                .map(all -> new JsonObject().put("loops", new JsonArray(List.<Object>copyOf(all.list()))));
    }
}
