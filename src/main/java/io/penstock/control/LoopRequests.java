package io.penstock.control;

import io.penstock.bus.Addresses;
import io.penstock.bus.LocalDelivery;
import io.penstock.bus.LoopStatus;
import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Hands requests on to loops. A request is sent once: a command that may have been carried out is not repeated. */
record LoopRequests(EventBus bus, Limits limits) {
    /** @return what the loop says; fails with {@link Refusal} */
    Future<JsonObject> send(Request request) {
        long millis = limits.millis(request.command());
        DeliveryOptions options = LocalDelivery.request(millis);
        return bus.<JsonObject>request(Addresses.loopControl(request.loop()), request.toJson(), options)
                .map(reply -> reply.body())
                .recover(e -> Future.failedFuture(refusal(e, request, millis)));
    }

    /** The loop's status; where it says nothing, one that says so. */
    Future<JsonObject> statusOrSilence(LoopName loop) {
        return send(new Request(Command.STATUS, loop))
                .otherwise(e -> silent(loop, Refusal.of(e)).toJson());
    }

    static Refusal nobodyHolds(LoopName loop) {
        return new Refusal(
                Refusal.NOBODY_HOLDS_IT,
                "nobody holds the loop \"" + loop + "\" now",
                "try again in some seconds; if it stays so, look into the logs of the nodes");
    }

    private static Refusal refusal(Throwable cause, Request request, long millis) {
        if (!(cause instanceof ReplyException reply)) {
            return Refusal.of(cause);
        }
        return switch (reply.failureType()) {
            case NO_HANDLERS -> nobodyHolds(request.loop());
            case TIMEOUT ->
                new Refusal(
                        Refusal.NO_ANSWER,
                        "the loop \"" + request.loop() + "\" did not answer "
                                + request.command().text() + " within " + millis + " ms",
                        "the command may still be carried out: look at the loop's status before repeating it");
            default -> Refusal.of(reply);
        };
    }

    private static LoopStatus silent(LoopName loop, Refusal why) {
        LoopStatus.Failure failure = new LoopStatus.Failure(
                why.getMessage(),
                "loop " + loop,
                why.words().lines().skip(1).findFirst().orElse(""),
                null);
        return new LoopStatus(
                loop,
                null,
                LoopState.WAITING,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                LoopStatus.Backfill.NONE,
                List.of(),
                0,
                0,
                null,
                failure);
    }
}
