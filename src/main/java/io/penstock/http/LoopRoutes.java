package io.penstock.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** {@code /api/loops}: each call is one control request. */
record LoopRoutes(ControlClient control) {
    void install(Router router) {
        router.get("/api/loops").handler(context -> answer(context, control.list()));
        router.get("/api/loops/:name").handler(context -> answer(context, control.send(request(context, "status"))));
        router.post("/api/loops/:name/:command").handler(this::command);
    }

    private void command(RoutingContext context) {
        String command = context.pathParam("command");
        JsonObject request = request(context, command);
        if (command.equals("mode")) {
            try {
                request.put("value", mode(context));
            } catch (DecodeException | ClassCastException e) {
                JsonErrors.send(context, 400, "the body is no JSON object", "send {\"mode\": \"serial\"}");
                return;
            }
            if (request.getValue("value") == null) {
                JsonErrors.send(context, 400, "no mode is named", "send {\"mode\": \"serial\"}, or ?value=serial");
                return;
            }
        }
        if (command.equals("backfill")) {
            try {
                Buffer body = context.body().buffer();
                request.put("tables", body == null ? null : new JsonObject(body).getValue("tables"));
            } catch (DecodeException | ClassCastException e) {
                JsonErrors.send(context, 400, "the body is no JSON object", "send {\"tables\": [\"public.orders\"]}");
                return;
            }
        }
        answer(context, control.send(request));
    }

    /** From the query, else from the body; null where neither has it. */
    private static Object mode(RoutingContext context) {
        String value = context.request().getParam("value");
        Buffer body = context.body().buffer();
        if (value != null || body == null || body.length() == 0) {
            return value;
        }
        return new JsonObject(body).getValue("mode");
    }

    private static JsonObject request(RoutingContext context, String command) {
        return new JsonObject().put("command", command).put("loop", context.pathParam("name"));
    }

    private static void answer(RoutingContext context, Future<JsonObject> reply) {
        reply.onSuccess(body -> JsonErrors.json(context, 200, body)).onFailure(e -> JsonErrors.send(context, e));
    }
}
