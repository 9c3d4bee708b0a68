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
        router.get("/api/loops/:name/verify")
                .handler(context -> answer(context, control.send(request(context, "verification"))));
        router.post("/api/loops/:name/:command").handler(this::command);
    }

    private void command(RoutingContext context) {
        String command = context.pathParam("command");
        JsonObject request = request(context, command);
        boolean complete =
                switch (command) {
                    case "mode" -> put(context, request, "value", "mode", "serial");
                    case "move" -> put(context, request, "node", "node", "auto");
                    case "backfill" -> putTables(context, request);
                    case "verify" -> putVerify(context, request);
                    default -> true;
                };
        if (complete) {
            answer(context, control.send(request));
        }
    }

    /**
     * Puts what the query or else the body says into the request.
     *
     * @param example for whoever sent neither
     * @return false when the answer has been given: there is nothing to put
     */
    private static boolean put(RoutingContext context, JsonObject request, String key, String field, String example) {
        String remedy = "send {\"" + field + "\": \"" + example + "\"}";
        try {
            Object value = argument(context, key, field);
            request.put(key, value);
            if (value == null) {
                JsonErrors.send(context, 400, "no " + field + " is named", remedy + ", or ?" + key + "=" + example);
            }
            return value != null;
        } catch (DecodeException | ClassCastException e) {
            JsonErrors.send(context, 400, "the body is no JSON object", remedy);
            return false;
        }
    }

    private static boolean putTables(RoutingContext context, JsonObject request) {
        try {
            Buffer body = context.body().buffer();
            request.put("tables", body == null ? null : new JsonObject(body).getValue("tables"));
            return true;
        } catch (DecodeException | ClassCastException e) {
            JsonErrors.send(context, 400, "the body is no JSON object", "send {\"tables\": [\"public.orders\"]}");
            return false;
        }
    }

    private static boolean putVerify(RoutingContext context, JsonObject request) {
        try {
            Buffer body = context.body().buffer();
            JsonObject sent = body == null || body.length() == 0 ? new JsonObject() : new JsonObject(body);
            request.put("tables", sent.getValue("tables")).put("repair", sent.getValue("repair"));
            return true;
        } catch (DecodeException | ClassCastException e) {
            JsonErrors.send(context, 400, "the body is no JSON object", "send {\"repair\": true}, or no body");
            return false;
        }
    }

    /** Null where neither query nor body has it. */
    private static Object argument(RoutingContext context, String key, String field) {
        String value = context.request().getParam(key);
        Buffer body = context.body().buffer();
        if (value != null || body == null || body.length() == 0) {
            return value;
        }
        return new JsonObject(body).getValue(field);
    }

    private static JsonObject request(RoutingContext context, String command) {
        return new JsonObject().put("command", command).put("loop", context.pathParam("name"));
    }

    static void answer(RoutingContext context, Future<JsonObject> reply) {
        reply.onSuccess(body -> JsonErrors.json(context, 200, body)).onFailure(e -> JsonErrors.send(context, e));
    }
}
