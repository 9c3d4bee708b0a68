package io.penstock.http;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** {@code /api/nodes}: the nodes of the cluster; each call is one control request. */
record NodeRoutes(ControlClient control) {
    void install(Router router) {
        router.get("/api/nodes")
                .handler(c -> LoopRoutes.answer(c, control.send(new JsonObject().put("command", "nodes"))));
        router.post("/api/nodes/:name/:command").handler(this::command);
    }

    private void command(RoutingContext context) {
        JsonObject request =
                new JsonObject().put("command", context.pathParam("command")).put("node", context.pathParam("name"));
        LoopRoutes.answer(context, control.send(request));
    }
}
