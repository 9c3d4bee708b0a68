package io.penstock.cli;

import io.penstock.config.Redaction;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/** A node's HTTP API, seen from the command line. Blocking; every failure is a {@link CommandException}. */
final class NodeClient {
    private static final Duration CONNECT_AT_MOST = Duration.ofSeconds(5);
    /** Longer than the node itself waits for a loop. */
    private static final Duration ANSWER_AT_MOST = Duration.ofSeconds(100);

    private final String base;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_AT_MOST)
            .build();

    private NodeClient(String base) {
        this.base = base;
    }

    static NodeClient at(String url) {
        try {
            URI uri = URI.create(url);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (web && uri.getHost() != null) {
                return new NodeClient(url.replaceFirst("/+$", ""));
            }
        } catch (IllegalArgumentException e) {
            // Said below, as for any other text that is no address.
        }
        throw new CommandException(
                ExitCode.WRONG_USE,
                "--node: \"" + Redaction.of(url) + "\" is no HTTP address; write it as http://127.0.0.1:8080");
    }

    JsonObject get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)).GET());
    }

    JsonObject post(String path, JsonObject body) {
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.encode())));
    }

    private JsonObject send(HttpRequest.Builder request) {
        String node = Redaction.of(base);
        try {
            var response = http.send(request.timeout(ANSWER_AT_MOST).build(), BodyHandlers.ofString());
            JsonObject body = new JsonObject(response.body());
            if (response.statusCode() == 200) {
                return body;
            }
            // 400 and 404 are the caller's: an unknown loop or mode.
            int exit = response.statusCode() < 409 ? ExitCode.WRONG_USE : ExitCode.FAILED;
            throw new CommandException(exit, body.getString("error") + "; " + body.getString("remedy"));
        } catch (DecodeException e) {
            throw new CommandException(
                    ExitCode.FAILED, node + " answers, but not as a Penstock node; name another with --node URL");
        } catch (HttpConnectTimeoutException e) {
            throw unreachable(node);
        } catch (HttpTimeoutException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    node + " did not answer within " + ANSWER_AT_MOST.toSeconds()
                            + " s; look at `penstock status` and the log of the node");
        } catch (IOException e) {
            throw unreachable(node);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.FAILED, "interrupted");
        }
    }

    private static CommandException unreachable(String node) {
        return new CommandException(
                ExitCode.FAILED,
                "no node answers at " + node + "; start one with `penstock start --config FILE`, or point to another"
                        + " with --node URL");
    }
}
