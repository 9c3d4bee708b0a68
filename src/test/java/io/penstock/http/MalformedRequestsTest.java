package io.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Ten thousand requests that no program of good faith would send: none may act, hang the port or break a handler. */
class MalformedRequestsTest {
    private static final int REQUESTS = 10_000;
    private static final int THREADS = 4;
    /** A method that nobody knows. */
    private static final int NOT_IMPLEMENTED = 501;

    private static final int ANSWER_MILLIS_AT_MOST = 20_000;
    /** Every second mutant is sent as somebody who may act, so that more than the gate is met. */
    private static final List<String> SEEDS = List.of(
            "GET /api/loops HTTP/1.1\r\nHost: 127.0.0.1\r\n{auth}\r\n",
            "POST /api/loops/shop/mode?value=fan HTTP/1.1\r\nHost: 127.0.0.1\r\n{auth}Content-Length: 0\r\n\r\n",
            "POST /api/loops/shop/mode HTTP/1.1\r\nHost: 127.0.0.1\r\n{auth}Content-Length: 15\r\n\r\n{\"mode\":\"auto\"}",
            "POST /api/loops/shop/verify HTTP/1.1\r\nHost: 127.0.0.1\r\n{auth}Transfer-Encoding: chunked\r\n\r\n"
                    + "f\r\n{\"repair\":true}\r\n0\r\n\r\n",
            "GET /metrics HTTP/1.0\r\n{auth}\r\n",
            "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n{auth}\r\n",
            "POST /api/nodes/one/cordon HTTP/1.1\r\nHost: 127.0.0.1\r\n{auth}Expect: 100-continue\r\n"
                    + "Content-Length: 2\r\n\r\n{}",
            "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                    + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n{auth}\r\n");

    private static final String TOKEN = "Authorization: Bearer " + GuardedNode.ACT + "\r\n";
    private static final String WRONG = "Authorization: Bearer " + GuardedNode.LOOK + "x\r\n";
    private static final String[] SPICE = {
        "\r\n",
        "\0",
        "%",
        "%zz",
        "%00",
        "{",
        "\"",
        "..",
        "//",
        ":",
        " ",
        "\t",
        "é",
        "Ā",
        "\u0001",
        "-1",
        "99999999999999",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Host: b\r\n",
        "?value=",
        "A".repeat(9_000)
    };

    @Test
    void the_port_survives_them() throws Exception {
        try (GuardedNode node = new GuardedNode(null)) {
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Callable<Map<Integer, Integer>>> shares = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(i);
                shares.add(() -> share(node.port(), random));
            }
            Map<Integer, Integer> answers = new TreeMap<>();
            for (Future<Map<Integer, Integer>> share : threads.invokeAll(shares)) {
                share.get().forEach((code, times) -> answers.merge(code, times, Integer::sum));
            }
            threads.shutdown();

            assertThat(answers.values().stream().mapToInt(i -> i).sum()).isEqualTo(REQUESTS);
            assertThat(answers.keySet()).as("%s", answers).allMatch(code -> code < 500 || code == NOT_IMPLEMENTED);
            // Or else they were all stopped at the same place.
            assertThat(answers).containsKeys(200, 400, 401, 404, 405);
            assertThat(status("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n", node.port()))
                    .isEqualTo(200);
        }
    }

    @Test
    void whoever_has_no_right_can_not_act_however_the_request_is_bent() throws Exception {
        try (GuardedNode node = new GuardedNode(null)) {
            Random random = new Random(7);
            for (int i = 0; i < REQUESTS / 10; i++) {
                status(mutant(random, random.nextBoolean() ? "" : WRONG), node.port());
            }
            assertThat(node.shop.asked)
                    .allMatch(r -> r.getString("command").equals("status")
                            || r.getString("command").equals("list"));
        }
    }

    private static Map<Integer, Integer> share(int port, Random random) throws IOException {
        Map<Integer, Integer> answers = new TreeMap<>();
        for (int i = 0; i < REQUESTS / THREADS; i++) {
            answers.merge(status(mutant(random, i % 2 == 0 ? TOKEN : WRONG), port), 1, Integer::sum);
        }
        return answers;
    }

    private static String mutant(Random random, String authorization) {
        StringBuilder text =
                new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())).replace("{auth}", authorization));
        for (int cuts = random.nextInt(4); cuts >= 0 && !text.isEmpty(); cuts--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, SPICE[random.nextInt(SPICE.length)]);
                default -> text.setLength(Math.max(1, at));
            }
        }
        return text.toString();
    }

    /** The code of the first answer; 0 where the port closed the connection without one. */
    private static int status(String request, int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS_AT_MOST);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            // What is still missing of the request never comes: the port must not wait for it.
            socket.shutdownOutput();
            return code(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
        } catch (SocketException e) {
            return 0;
        }
    }

    private static int code(String answer) {
        if (answer.isEmpty()) {
            return 0;
        }
        // The protocol's name may be the request's own: a bent one comes back as it is.
        Matcher line = Pattern.compile("\\A\\S{1,40} ([1-5][0-9]{2}) ").matcher(answer);
        assertThat(line.find()).as(answer).isTrue();
        return Integer.parseInt(line.group(1));
    }
}
