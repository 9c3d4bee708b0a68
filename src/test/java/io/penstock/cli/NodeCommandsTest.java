package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.penstock.bus.LoopStatus;
import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.penstock.model.Mode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands that speak to a node, with a scripted node. */
class NodeCommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> asked = new ArrayList<>();
    private final List<String> authorizations = new ArrayList<>();
    private final Deque<String> answers = new ArrayDeque<>();
    private int code = 200;
    private HttpServer node;

    @BeforeEach
    void open() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
            Optional.ofNullable(exchange.getRequestHeaders().getFirst("authorization"))
                    .ifPresent(authorizations::add);
            byte[] answer = answers.remove().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        node.start();
    }

    @AfterEach
    void close() {
        node.stop(0);
    }

    @Test
    void status_is_a_table_with_what_a_person_has_to_know() {
        LoopStatus.Failure error = new LoopStatus.Failure("slot penstock_crm is gone", "source", "copy again", null);
        LoopStatus.Backfill copy =
                new LoopStatus.Backfill(LoopStatus.Backfill.State.RUNNING, 5, 2, 1_200_000, 3_000_000L);
        list(
                status("shop", LoopState.RESTORING, Mode.FAN, copy, null),
                status("crm", LoopState.FAILED, null, LoopStatus.Backfill.NONE, error));

        assertThat(run("status")).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "LOOP  STATE      MODE  NODE  LAG    ROWS APPLIED  CONSISTENT POINT",
                        "shop  RESTORING  fan   n1    1.5 s  12,345        16/B374D848",
                        "    copying: 2 of 5 tables, 1,200,000 of about 3,000,000 rows",
                        "crm   FAILED     -     n1    1.5 s  12,345        16/B374D848",
                        "    error: source: slot penstock_crm is gone",
                        "    remedy: copy again");
        assertThat(asked).containsExactly("GET /api/loops ");
    }

    @Test
    void status_as_json_is_what_the_node_says() {
        list(status("shop", LoopState.RUNNING, Mode.SERIAL, LoopStatus.Backfill.NONE, null));

        assertThat(run("status", "--json")).isZero();
        assertThat(new JsonObject(out.toString())
                        .getJsonArray("loops")
                        .getJsonObject(0)
                        .getString("state"))
                .isEqualTo("RUNNING");
    }

    @Test
    void watching_ends_when_the_node_does() {
        list(status("shop", LoopState.RUNNING, Mode.SERIAL, LoopStatus.Backfill.NONE, null));
        answers.add("no node any more");

        assertThat(run("status", "--watch")).isEqualTo(ExitCode.FAILED);
        assertThat(asked).hasSize(2);
    }

    @Test
    void commands_are_one_post() {
        answers.add("{\"state\":\"RUNNING\"}");
        answers.add("{\"state\":\"RUNNING\"}");

        assertThat(run("resume", "--loop", "shop")).isZero();
        assertThat(run("mode", "--loop", "shop", "fan")).isZero();
        assertThat(out.toString()).contains("shop: RUNNING");
        assertThat(asked)
                .containsExactly("POST /api/loops/shop/resume {}", "POST /api/loops/shop/mode {\"mode\":\"fan\"}");
    }

    @Test
    void tables_to_be_copied_again_are_sent_on() {
        answers.add("{\"state\":\"RUNNING\"}");

        assertThat(run("backfill", "--loop", "shop", "--table", "public.a*", "--table", "b"))
                .isZero();
        assertThat(asked).containsExactly("POST /api/loops/shop/backfill {\"tables\":[\"public.a*\",\"b\"]}");
    }

    @Test
    void drain_waits_until_it_is_done() {
        answers.addAll(List.of("{\"state\":\"DRAINING\"}", "{\"state\":\"DRAINING\"}", "{\"state\":\"PAUSED\"}"));

        assertThat(run("drain", "--loop", "shop")).isZero();
        assertThat(out.toString()).isEqualTo("shop: PAUSED\n");
        assertThat(asked)
                .containsExactly("POST /api/loops/shop/drain {}", "GET /api/loops/shop ", "GET /api/loops/shop ");
    }

    @Test
    void what_the_node_refuses_is_said_with_its_remedy() {
        String refusal = "{\"error\":\"this node has no loop\",\"remedy\":\"known: shop\"}";
        answers.addAll(List.of(refusal, refusal));
        code = 404;
        assertThat(run("pause", "--loop", "shp")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(err.toString()).isEqualTo("penstock: this node has no loop; known: shop\n");
        code = 503;
        assertThat(run("pause", "--loop", "shp")).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void a_node_that_is_not_there() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        String nowhere = "http://user:hush@127.0.0.1:" + free;
        assertThat(PenstockCommand.line(c -> 0, c -> List.of(), Map.of())
                        .setErr(new PrintWriter(err, true))
                        .execute("status", "--node", nowhere))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString())
                .contains("no node answers at http://127.0.0.1:" + free, "penstock start", "--node URL")
                .doesNotContain("hush");
    }

    @Test
    void credentials_go_along_and_are_not_printed() {
        answers.addAll(List.of("{\"state\":\"RUNNING\"}", "{\"state\":\"RUNNING\"}"));
        assertThat(run("resume", "--loop", "shop", "--token", "hush-hush-hush-hush"))
                .isZero();
        assertThat(line().execute(
                                "resume",
                                "--loop",
                                "shop",
                                "--node",
                                "http://ops:hush%20@127.0.0.1:"
                                        + node.getAddress().getPort()))
                .isZero();
        assertThat(authorizations)
                .containsExactly(
                        "Bearer hush-hush-hush-hush",
                        "Basic " + Base64.getEncoder().encodeToString("ops:hush ".getBytes(StandardCharsets.UTF_8)));

        assertThat(run("resume", "--loop", "shop", "--token", "hush\nhush")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(out + "" + err).doesNotContain("hush");
    }

    @Test
    void an_authority_that_is_none() {
        assertThat(run("status", "--ca", "pom.xml")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(err.toString()).contains("--ca: pom.xml can't be read as certificates");
    }

    @Test
    void something_else_that_answers() {
        answers.add("<html>");
        assertThat(run("status")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("not as a Penstock node", "--node URL");
        answers.add("{\"loops\": [{}]}");
        assertThat(run("status")).isEqualTo(ExitCode.FAILED);
    }

    private void list(LoopStatus... loops) {
        JsonArray array = new JsonArray();
        for (LoopStatus loop : loops) {
            array.add(loop.toJson());
        }
        answers.add(new JsonObject().put("loops", array).encode());
    }

    private static LoopStatus status(
            String name, LoopState state, Mode mode, LoopStatus.Backfill copy, LoopStatus.Failure error) {
        return new LoopStatus(
                new LoopName(name),
                "n1",
                state,
                mode,
                null,
                "16/B374D848",
                null,
                1.5,
                null,
                null,
                12_345,
                copy,
                List.of(),
                0,
                0,
                null,
                error);
    }

    private int run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--node=http://127.0.0.1:" + node.getAddress().getPort() + "/");
        return line().execute(all.toArray(String[]::new));
    }

    private CommandLine line() {
        return PenstockCommand.line(c -> 0, c -> List.of(), Map.of())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
    }
}
