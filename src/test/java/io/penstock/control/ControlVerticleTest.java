package io.penstock.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.penstock.bus.Addresses;
import io.penstock.bus.LoopStatus;
import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControlVerticleTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final Vertx vertx = Vertx.vertx();

    @BeforeEach
    void deploy() throws Exception {
        List<LoopName> loops = List.of(new LoopName("quick"), new LoopName("mute"), new LoopName("gone"));
        vertx.deployVerticle(new ControlVerticle(
                        () -> loops, Nodes.sole("one", () -> loops), new Limits(SHORT, SHORT, SHORT)))
                .await(20, TimeUnit.SECONDS);
        consume("quick", request -> request.getString("command").equals("status") ? running() : request);
        consume("mute", request -> null);
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().await(20, TimeUnit.SECONDS);
    }

    @Test
    void hands_a_command_on_as_it_came() throws Exception {
        assertThat(ask("mode", "quick", "fan"))
                .isEqualTo(new JsonObject()
                        .put("command", "mode")
                        .put("loop", "quick")
                        .put("value", "fan"));
        assertThat(ask("drain", "quick", null).getString("command")).isEqualTo("drain");
    }

    @Test
    void patterns_are_read_before_a_loop_is_asked() throws Exception {
        JsonObject good = request("backfill", "quick", null)
                .put("tables", new JsonArray().add("public.t").add("x.*"));
        JsonObject answer = vertx.eventBus()
                .<JsonObject>request(Addresses.CONTROL, good)
                .await(20, TimeUnit.SECONDS)
                .body();
        assertThat(answer).isEqualTo(good);
        assertThat(failure(request("backfill", "quick", null)).getMessage()).contains("\"tables\" is missing");
        JsonObject bad = request("backfill", "quick", null).put("tables", new JsonArray().add("a.b.c"));
        assertThat(failure(bad).getMessage()).contains("\"a.b.c\" has 3 parts");
    }

    @Test
    void a_list_is_whole_even_where_loops_are_silent() throws Exception {
        List<LoopStatus> loops = ask("list", null, null).getJsonArray("loops").stream()
                .map(one -> (JsonObject) one)
                .map(LoopStatus::fromJson)
                .collect(Collectors.toCollection(ArrayList::new));

        assertThat(loops).extracting(loop -> loop.name().text()).containsExactly("gone", "mute", "quick");
        assertThat(loops.remove(2).state()).isEqualTo(LoopState.RUNNING);
        assertThat(loops).allMatch(loop -> loop.state() == LoopState.WAITING);
        assertThat(loops.get(0).error().what()).contains("nobody holds the loop \"gone\"");
        assertThat(loops.get(1).error().what()).contains("did not answer status within 200 ms");
    }

    @Test
    void refusals_have_a_code_and_two_lines() {
        refused("status", "quik", null, 404, "no loop \"quik\"", "did you mean \"quick\"?");
        refused("status", null, null, 400, "\"loop\" is missing", "send it");
        refused(
                "stop",
                "quick",
                null,
                400,
                "unknown command \"stop\"",
                "list, nodes, status, pause, resume, drain, mode");
        refused(null, "quick", null, 400, "\"command\" is missing", "send it");
        refused("mode", "quick", "serail", 400, "unknown mode \"serail\"", "did you mean \"serial\"?");
        refused("mode", "quick", null, 400, "\"value\" is missing", "send it");
        refused("status", "gone", null, 503, "nobody holds", "try again");
        refused("pause", "mute", null, 504, "did not answer pause", "may still be carried out");
        assertThat(failure("text")).hasMessageContaining("no JSON object");
    }

    @Test
    void a_loops_own_refusal_passes_through() {
        vertx.eventBus().consumer(Addresses.loopControl(new LoopName("gone")), m -> m.fail(409, "not now\nwait"));
        refused("pause", "gone", null, 409, "not now", "wait");
    }

    private static JsonObject running() {
        return new LoopStatus(
                        new LoopName("quick"),
                        "one",
                        LoopState.RUNNING,
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
                        null)
                .toJson();
    }

    private void consume(String loop, java.util.function.UnaryOperator<JsonObject> answer) {
        vertx.eventBus().<JsonObject>consumer(Addresses.loopControl(new LoopName(loop)), message -> {
            JsonObject reply = answer.apply(message.body());
            if (reply != null) {
                message.reply(reply);
            }
        });
    }

    private void refused(String command, String loop, String value, int code, String error, String remedy) {
        ReplyException failure = failure(request(command, loop, value));
        assertThat(failure.failureCode()).isEqualTo(code);
        String[] words = failure.getMessage().split("\n");
        assertThat(words[0]).contains(error);
        assertThat(words[1]).contains(remedy);
    }

    private ReplyException failure(Object request) {
        Throwable failure = catchThrowable(
                () -> vertx.eventBus().request(Addresses.CONTROL, request).await(20, TimeUnit.SECONDS));
        assertThat(failure).isInstanceOf(ReplyException.class);
        return (ReplyException) failure;
    }

    private JsonObject ask(String command, String loop, String value) throws Exception {
        return vertx.eventBus()
                .<JsonObject>request(Addresses.CONTROL, request(command, loop, value))
                .await(20, TimeUnit.SECONDS)
                .body();
    }

    private static JsonObject request(String command, String loop, String value) {
        JsonObject json = new JsonObject();
        if (command != null) {
            json.put("command", command);
        }
        if (loop != null) {
            json.put("loop", loop);
        }
        return value == null ? json : json.put("value", value);
    }
}
