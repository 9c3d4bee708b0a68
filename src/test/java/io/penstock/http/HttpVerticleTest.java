package io.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.bus.LoopStatus;
import io.penstock.config.ConfigException;
import io.penstock.config.PenstockConfig;
import io.penstock.control.ControlVerticle;
import io.penstock.control.Nodes;
import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP and control on a real bus, with scripted loops behind them. */
class HttpVerticleTest {
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpVerticle http =
            new HttpVerticle(new PenstockConfig.Http("127.0.0.1", 0), () -> "penstock_up 1.0\n");
    private ScriptedLoop shop;
    private ScriptedLoop crm;

    @BeforeEach
    void open() throws Exception {
        shop = new ScriptedLoop(vertx, "shop");
        crm = new ScriptedLoop(vertx, "crm");
        List<LoopName> loops = List.of(new LoopName("shop"), new LoopName("crm"));
        ControlVerticle control = new ControlVerticle(() -> loops, Nodes.sole("one", () -> loops));
        vertx.deployVerticle(control)
                .compose(deployed -> vertx.deployVerticle(http))
                .await(20, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().await(20, TimeUnit.SECONDS);
    }

    @Test
    void live_knows_the_process_only() throws Exception {
        shop.refuseWith = 500;
        assertThat(get("/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void ready_while_all_loops_are() throws Exception {
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
        assertThat(json(get("/healthz")).getBoolean("alive")).isTrue();

        crm.status = ScriptedLoop.status(
                "crm",
                LoopState.FAILED,
                null,
                null,
                0,
                new LoopStatus.Failure("slot is gone", "source", "copy again", null));
        HttpResponse<String> answer = get("/readyz");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(json(answer).getJsonArray("loops").getJsonObject(0).getString("why"))
                .isEqualTo("it failed: slot is gone; copy again");
        assertThat(json(answer).getJsonArray("loops").getJsonObject(1).getBoolean("ready"))
                .isTrue();
        assertThat(get("/healthz").statusCode()).isEqualTo(503);
    }

    @Test
    void metrics_are_for_prometheus() throws Exception {
        HttpResponse<String> answer = get("/metrics");
        assertThat(answer.body()).isEqualTo("penstock_up 1.0\n");
        assertThat(answer.headers().firstValue("content-type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
    }

    @Test
    void loops_are_listed_and_shown() throws Exception {
        assertThat(json(get("/api/loops")).getJsonArray("loops"))
                .extracting(loop -> ((JsonObject) loop).getString("name"))
                .containsExactly("crm", "shop");
        JsonObject one = json(get("/api/loops/shop"));
        assertThat(one.getString("state")).isEqualTo("RUNNING");
        assertThat(one.getString("consistentPoint")).isEqualTo("16/1");
    }

    @Test
    void commands_arrive_at_the_loop() throws Exception {
        for (String command : List.of("pause", "resume", "drain", "mode?value=fan")) {
            assertThat(post("/api/loops/shop/" + command, "").statusCode())
                    .as(command)
                    .isEqualTo(200);
        }
        assertThat(post("/api/loops/shop/mode", "{\"mode\":\"serial\"}").statusCode())
                .isEqualTo(200);
        assertThat(post("/api/loops/shop/backfill", "{\"tables\":[\"a.*\"]}").statusCode())
                .isEqualTo(200);
        assertThat(post("/api/loops/shop/backfill", "[]").statusCode()).isEqualTo(400);

        assertThat(shop.asked)
                .extracting(r -> r.getString("command")
                        + r.getString("value", "")
                        + r.getJsonArray("tables", new JsonArray()).encode().replace("[]", ""))
                .containsExactly("pause", "resume", "drain", "modefan", "modeserial", "backfill[\"a.*\"]");
        assertThat(crm.asked).isEmpty();
    }

    @Test
    void wrong_requests_say_what_to_do() throws Exception {
        expect(get("/api/loops/shp"), 404, "no loop \"shp\"", "did you mean \"shop\"?");
        expect(get("/api/lops"), 404, "nothing at /api/lops", "GET /api/loops");
        expect(get("/other"), 404, "nothing at /other", "GET /api/loops");
        expect(post("/api/loops", ""), 405, "does not take POST", "GET /api/loops");
        expect(get("/api/loops/shop/pause"), 405, "does not take GET", "POST /api/loops/{name}");
        expect(post("/api/loops/shop/paus", ""), 400, "unknown command \"paus\"", "did you mean \"pause\"?");
        expect(post("/api/loops/shop/mode", ""), 400, "no mode is named", "{\"mode\": \"serial\"}");
        expect(post("/api/loops/shop/mode", "{"), 400, "no JSON object", "{\"mode\": \"serial\"}");
        expect(post("/api/loops/shop/mode", "[]"), 400, "no JSON object", "{\"mode\": \"serial\"}");
        expect(post("/api/loops/shop/mode", "{\"mode\":5}"), 400, "\"value\"", "send it");
        expect(post("/api/loops/shop/mode", "{\"mode\":\"fann\"}"), 400, "\"fann\"", "auto, serial, fan");
        expect(post("/api/loops/shop/mode", "x".repeat(20_000)), 413, "too large", "16 KiB");
        shop.refuseWith = 409;
        expect(post("/api/loops/shop/pause", ""), 409, "not in this state", "resume it first");
        assertThat(shop.asked).hasSize(1);
    }

    @Test
    void a_page_of_another_site_cannot_command() throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri("/api/loops/shop/drain")).POST(HttpRequest.BodyPublishers.noBody());

        expect(send(request.header("Origin", "http://evil.example")), 403, "another site", "CLI");
        assertThat(send(request.setHeader("Origin", "http://127.0.0.1:" + http.actualPort()))
                        .statusCode())
                .isEqualTo(200);
        assertThat(shop.asked).hasSize(1);
    }

    @Test
    void the_page_is_there() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Penstock</title>", "/api/loops");
        assertThat(page.headers().firstValue("content-security-policy")).isPresent();
    }

    @Test
    void without_control_the_node_is_not_ready() throws Exception {
        for (String id : vertx.deploymentIDs()) {
            // Control was deployed first and is the one that can go without taking the port with it.
            if (!id.equals(http.deploymentID())) {
                vertx.undeploy(id).await(20, TimeUnit.SECONDS);
            }
        }
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        expect(get("/api/loops"), 503, "starting or stopping", "try again");
    }

    @Test
    void a_port_in_use_is_the_operators_error() {
        assertThatThrownBy(() -> vertx.deployVerticle(
                                new HttpVerticle(new PenstockConfig.Http("127.0.0.1", http.actualPort()), () -> ""))
                        .await(20, TimeUnit.SECONDS))
                .satisfies(e -> assertThat(e).isInstanceOfAny(ConfigException.class))
                .hasMessageContaining("in use")
                .hasMessageContaining("PENSTOCK_NODE_HTTP_PORT");
    }

    private void expect(HttpResponse<String> answer, int status, String error, String remedy) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(json(answer).getString("error")).contains(error);
        assertThat(json(answer).getString("remedy")).contains(remedy);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + http.actualPort() + path);
    }

    private static JsonObject json(HttpResponse<String> answer) {
        return new JsonObject(answer.body());
    }
}
