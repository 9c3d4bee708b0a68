package io.penstock.http;

import io.penstock.bus.Addresses;
import io.penstock.bus.LoopStatus;
import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.penstock.model.Mode;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands where a loop would: answers as it is told, and remembers what it was asked. */
final class ScriptedLoop {
    final List<JsonObject> asked = new CopyOnWriteArrayList<>();
    volatile LoopStatus status;
    volatile int refuseWith;

    ScriptedLoop(Vertx vertx, String name) {
        status = status(name, LoopState.RUNNING, 0.0, "16/1", 0, null);
        vertx.eventBus().<JsonObject>consumer(Addresses.loopControl(new LoopName(name)), message -> {
            asked.add(message.body());
            if (refuseWith != 0) {
                message.fail(refuseWith, "not in this state\nresume it first");
            } else {
                message.reply(status.toJson());
            }
        });
    }

    static LoopStatus status(
            String name, LoopState state, Double lagSeconds, String point, long rows, LoopStatus.Failure error) {
        return new LoopStatus(
                new LoopName(name),
                "n1",
                state,
                Mode.SERIAL,
                new Epoch(1),
                point,
                "16/9",
                lagSeconds,
                0L,
                0L,
                rows,
                LoopStatus.Backfill.NONE,
                List.of(),
                0,
                0,
                Instant.EPOCH,
                error);
    }
}
