package io.penstock.http;

import io.penstock.bus.Addresses;
import io.penstock.bus.LocalDelivery;
import io.penstock.bus.LoopStatus;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Requests to {@code penstock.control}, as this node answers it. */
record ControlClient(EventBus bus) {
    /** Longer than control itself waits for a loop, so that its words arrive here and not a mere timeout. */
    private static final long MILLIS_AT_MOST = 90_000;

    Future<JsonObject> list() {
        return send(new JsonObject().put("command", "list"));
    }

    /** Of this node only. */
    Future<List<LoopStatus>> statuses() {
        return send(new JsonObject().put("command", "list").put("here", true))
                .map(reply -> reply.getJsonArray("loops").stream()
                        .map(one -> LoopStatus.fromJson((JsonObject) one))
                        .toList());
    }

    Future<JsonObject> send(JsonObject request) {
        return bus.<JsonObject>request(Addresses.CONTROL, request, LocalDelivery.request(MILLIS_AT_MOST))
                .map(reply -> reply.body());
    }
}
