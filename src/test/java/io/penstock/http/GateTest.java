package io.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.config.PenstockConfig;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SelfSignedCertificate;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is let in, over TLS. */
class GateTest {
    private static final List<String> READS =
            List.of("/api/loops", "/api/loops/shop", "/api/loops/shop/verify", "/api/nodes", "/metrics", "/api/none");
    private static final List<String> COMMANDS = List.of("/api/loops/shop/drain", "/api/nodes/one/cordon");

    private static GuardedNode node;
    private static HttpClient client;

    @BeforeAll
    static void open() throws Exception {
        SelfSignedCertificate certificate = SelfSignedCertificate.create("localhost");
        node = new GuardedNode(new PenstockConfig.HttpTls(certificate.certificatePath(), certificate.privateKeyPath()));
        SSLContext tls = io.penstock.testkit.Certificates.trustIn(certificate.certificatePath());
        client = HttpClient.newBuilder().sslContext(tls).build();
    }

    @AfterAll
    static void close() throws Exception {
        node.close();
    }

    @BeforeEach
    void forget() {
        node.shop.asked.clear();
    }

    @Test
    void nobody_is_let_in_without_credentials() throws Exception {
        for (String path : READS) {
            refused(send("GET", path, null), 401, path);
            refused(send("GET", path, "Bearer " + GuardedNode.LOOK + "x"), 401, path);
        }
        for (String path : COMMANDS) {
            refused(send("POST", path, null), 401, path);
            refused(send("POST", path, basic("ops", "wrong")), 401, path);
        }
        assertThat(node.shop.asked).isEmpty();
    }

    @Test
    void who_may_look_may_not_act() throws Exception {
        String look = "Bearer " + GuardedNode.LOOK;
        assertThat(send("GET", "/api/loops/shop", look).statusCode()).isEqualTo(200);
        assertThat(send("GET", "/metrics", look).body()).contains("penstock_up");
        node.shop.asked.clear();
        for (String path : COMMANDS) {
            refused(send("POST", path, look), 403, path);
        }
        refused(send("DELETE", "/api/loops", look), 403, "DELETE");
        assertThat(node.shop.asked).isEmpty();
    }

    @Test
    void who_may_act_may_look_too() throws Exception {
        for (String who : List.of("Bearer " + GuardedNode.ACT, basic("ops", GuardedNode.PASSWORD))) {
            assertThat(send("GET", "/api/loops", who).statusCode()).isEqualTo(200);
            assertThat(send("POST", "/api/loops/shop/drain", who).statusCode()).isEqualTo(200);
        }
        assertThat(node.shop.asked).extracting(r -> r.getString("command")).contains("drain");
    }

    @Test
    void probes_hear_yes_or_no_and_nothing_more() throws Exception {
        assertThat(send("GET", "/livez", null).statusCode()).isEqualTo(200);
        JsonObject probe = new JsonObject(send("GET", "/readyz", null).body());
        assertThat(probe.getBoolean("ready")).isTrue();
        assertThat(probe.containsKey("loops")).isFalse();
        JsonObject told = new JsonObject(
                send("GET", "/healthz", "Bearer " + GuardedNode.LOOK).body());
        assertThat(told.getJsonArray("loops")).hasSize(1);
    }

    @Test
    void a_browser_asks_for_a_password_where_an_address_is_opened() throws Exception {
        assertThat(send("GET", "/metrics", null).headers().firstValue("www-authenticate"))
                .hasValue("Bearer realm=\"penstock\"");
        HttpRequest opened =
                request("GET", "/metrics").header("Sec-Fetch-Mode", "navigate").build();
        assertThat(client.send(opened, HttpResponse.BodyHandlers.ofString())
                        .headers()
                        .firstValue("www-authenticate"))
                .hasValue("Basic realm=\"penstock\"");
    }

    @Test
    void plain_http_finds_nothing_on_a_tls_port() {
        HttpRequest plain = HttpRequest.newBuilder(URI.create("http://localhost:" + node.port() + "/livez"))
                .build();
        Assertions.assertThatThrownBy(() -> client.send(plain, HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(java.io.IOException.class);
        HttpRequest strange = request("GET", "/livez").build();
        Assertions.assertThatThrownBy(
                        () -> HttpClient.newHttpClient().send(strange, HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(SSLException.class);
    }

    private static void refused(HttpResponse<String> answer, int status, String what) {
        assertThat(answer.statusCode()).as(what).isEqualTo(status);
        JsonObject body = new JsonObject(answer.body());
        assertThat(body.getString("remedy")).contains("node.http.users");
        assertThat(body.fieldNames()).containsExactlyInAnyOrder("error", "remedy");
    }

    private static HttpResponse<String> send(String method, String path, String authorization) throws Exception {
        HttpRequest.Builder request = request(method, path);
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String method, String path) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + node.port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes());
    }
}
