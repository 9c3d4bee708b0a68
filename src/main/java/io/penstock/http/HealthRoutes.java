package io.penstock.http;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.Supplier;

/** What orchestrators and Prometheus ask for. */
record HealthRoutes(ControlClient control, Readiness readiness, Gate gate, Supplier<String> metrics) {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    void install(Router router) {
        // The process only: a database that is away must not get the node restarted.
        router.get("/livez").handler(c -> JsonErrors.json(c, 200, new JsonObject().put("alive", true)));
        router.get("/readyz").handler(c -> ready(c, new JsonObject()));
        router.get("/healthz").handler(c -> ready(c, new JsonObject().put("alive", true)));
        router.get("/metrics")
                .handler(c -> c.response().putHeader("content-type", PROMETHEUS).end(metrics.get()));
    }

    private void ready(RoutingContext context, JsonObject body) {
        Future<List<Readiness.Verdict>> judged = control.statuses().map(readiness::judge);
        judged.onSuccess(verdicts -> {
            boolean ready = verdicts.stream().allMatch(Readiness.Verdict::ready);
            JsonArray loops = new JsonArray();
            verdicts.forEach(v -> loops.add(v.toJson()));
            body.put("ready", ready);
            JsonErrors.json(context, ready ? 200 : 503, gate.mayLook(context) ? body.put("loops", loops) : body);
        });
        judged.onFailure(e -> JsonErrors.json(
                context, 503, body.put("ready", false).put("why", "the loops can't be asked: " + e.getMessage())));
    }
}
