package io.penstock.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A loop as seen from outside: over its node's HTTP port, as an operator's tools would. */
final class LoopApi {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ObjectMapper json = new ObjectMapper();
    private final String address;

    LoopApi(int port, String loop) {
        this.address = "http://127.0.0.1:" + port + "/api/loops/" + loop;
    }

    LoopStatus status() throws IOException, InterruptedException {
        return LoopStatus.of(json.readTree(send(HttpRequest.newBuilder(URI.create(address)))));
    }

    void mode(String mode) throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(URI.create(address + "/mode"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"mode\": \"" + mode + "\"}")));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(response.uri() + " answered " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
