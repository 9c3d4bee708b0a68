package io.penstock.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** A node's HTTP port, as a monitoring program sees it. */
public final class PenstockApi {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
    private static final int OK = 200;

    private final String base;
    private String token;

    public PenstockApi(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    /** Whom to ask as from now on. */
    public void token(String bearer) {
        token = bearer;
    }

    /** The body of a GET, whatever the code. */
    public String text(String path) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        return CLIENT.send(authorized(request).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The body of a GET that answered 200; empty when it answered otherwise or not at all. */
    public Optional<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).GET());
    }

    /** {@link LoopStatus#NONE} while the loop or the node is not there. */
    public LoopStatus status(String loop) {
        return get("/api/loops/" + loop).map(LoopStatus::parse).orElse(LoopStatus.NONE);
    }

    /** Sends a command with a JSON body. @return false when it was refused */
    public boolean post(String loop, String command, String body) {
        return send(HttpRequest.newBuilder(URI.create(base + "/api/loops/" + loop + "/" + command))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)))
                .isPresent();
    }

    private HttpRequest.Builder authorized(HttpRequest.Builder request) {
        return token == null ? request : request.header("authorization", "Bearer " + token);
    }

    private Optional<String> send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = CLIENT.send(
                    authorized(request).timeout(ANSWER_WITHIN).build(), HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() / 100 == OK / 100 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
