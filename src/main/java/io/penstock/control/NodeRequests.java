package io.penstock.control;

import io.penstock.bus.Addresses;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Hands requests on to other nodes. A request is sent once. */
record NodeRequests(EventBus bus, Limits limits) {
    /** The other node has its own words for a loop that does not answer: let them come. */
    private static final long MARGIN_MILLIS = 1_000;

    /** @return what that node's loop says; fails with {@link Refusal} */
    Future<JsonObject> send(String node, Request request) {
        DeliveryOptions options =
                new DeliveryOptions().setSendTimeout(limits.millis(request.command()) + MARGIN_MILLIS);
        return bus.<JsonObject>request(Addresses.nodeControl(node), request.toJson(), options)
                .map(reply -> reply.body())
                .recover(cause -> Future.failedFuture(refusal(cause, node, request)));
    }

    /** The loops of that node; none where it does not answer. */
    Future<JsonObject> listOrNothing(String node) {
        return send(node, Request.ownList()).otherwise(new JsonObject().put("loops", new JsonArray()));
    }

    private static Refusal refusal(Throwable cause, String node, Request request) {
        if (cause instanceof ReplyException reply && reply.failureType() != ReplyFailure.RECIPIENT_FAILURE) {
            return new Refusal(
                    Refusal.NO_ANSWER,
                    "node " + node + ", which holds the loop, did not answer "
                            + request.command().text(),
                    "if it is gone, another node takes its loops in some seconds: look at the status, then try again");
        }
        return Refusal.of(cause);
    }
}
