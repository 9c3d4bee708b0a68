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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.SSLException;

/** A node's HTTP API, seen from the command line. Blocking; every failure is a {@link CommandException}. */
final class NodeClient {
    private static final Duration CONNECT_AT_MOST = Duration.ofSeconds(5);
    /** Longer than the node itself waits for a loop. */
    private static final Duration ANSWER_AT_MOST = Duration.ofSeconds(100);

    private final String base;
    private final String authorization;
    private final HttpClient http;

    private NodeClient(String base, String authorization, String authority) {
        this.base = base;
        this.authorization = authorization;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_AT_MOST);
        if (!authority.isEmpty()) {
            builder.sslContext(Trust.in(authority));
        }
        this.http = builder.build();
    }

    /**
     * @param url may hold a name and a password
     * @param token empty for none; goes before what the URL holds
     * @param authority a PEM file, or empty for the authorities that Java knows
     */
    static NodeClient at(String url, String token, String authority) {
        try {
            URI uri = URI.create(url);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (web && uri.getHost() != null) {
                String user = uri.getUserInfo();
                String base = url.replaceFirst("/+$", "").replaceFirst("//[^/@]*@", "//");
                return new NodeClient(base, authorization(user, token), authority);
            }
        } catch (IllegalArgumentException e) {
            // Said below, as for any other text that is no address.
        }
        throw new CommandException(
                ExitCode.WRONG_USE,
                "--node: \"" + Redaction.of(url) + "\" is no HTTP address; write it as http://127.0.0.1:8080");
    }

    private static String authorization(String user, String token) {
        if (!token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new CommandException(
                    ExitCode.WRONG_USE, "--token: this is no token: it has others than printable ASCII characters");
        }
        if (!token.isEmpty()) {
            return "Bearer " + token;
        }
        return user == null
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
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
        if (authorization != null) {
            request.header("authorization", authorization);
        }
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
                    ExitCode.FAILED, base + " answers, but not as a Penstock node; name another with --node URL");
        } catch (HttpConnectTimeoutException e) {
            throw unreachable(base);
        } catch (HttpTimeoutException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    base + " did not answer within " + ANSWER_AT_MOST.toSeconds()
                            + " s; look at `penstock status` and the log of the node");
        } catch (SSLException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    base + " has no TLS that this machine trusts (" + e.getMessage()
                            + "); check http or https, and name its authority with --ca FILE");
        } catch (IOException e) {
            throw unreachable(base);
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
