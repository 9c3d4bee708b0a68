package io.penstock.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Penstock as its user starts it, {@code ./penstock start}, in a process of its own. */
final class PenstockProcess implements Contender {
    private static final String LOOP = "bench";
    private static final int START_SECONDS = 120;

    private final Site site;
    private final String mode;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final ObjectMapper json = new ObjectMapper();
    private Process process;
    private int port;

    PenstockProcess(Site site, String mode) {
        this.site = site;
        this.mode = mode;
    }

    @Override
    public void follow() throws Exception {
        launch(false);
        awaitState("RUNNING");
    }

    @Override
    public void pause() throws Exception {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("Penstock does not end on SIGTERM");
        }
    }

    @Override
    public Started resume() throws Exception {
        long begun = launch(false);
        return new Started(begun, awaitState("RUNNING"));
    }

    /** A copy runs before the loop's state is RUNNING, so here Penstock is ready when its HTTP port answers. */
    @Override
    public Started copy() throws Exception {
        long begun = launch(true);
        return new Started(begun, awaitState(null));
    }

    @Override
    public double cpuSeconds() {
        return process.isAlive() ? ProcessMeter.cpuSeconds(process.pid()) : 0;
    }

    @Override
    public double peakResidentMiB() {
        return ProcessMeter.peakResidentMiB(process.pid());
    }

    @Override
    public void remove() throws Exception {
        if (process != null && process.isAlive()) {
            process.destroy();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        Waiting.until(
                30,
                "the slot can be dropped",
                () -> "0"
                        .equals(Site.query(
                                site.sourceUrl(), "SELECT count(*) FROM pg_replication_slots WHERE active")));
        site.onSource("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
    }

    @Override
    public void check() throws Exception {
        JsonNode status = status();
        String state = status == null ? "" : status.path("state").asText();
        if (!process.isAlive() || state.equals("FAILED") || state.equals("FENCED")) {
            throw new IllegalStateException("Penstock has given up: " + status + "\n" + Files.readString(log()));
        }
    }

    /** @return when it was begun */
    private long launch(boolean backfill) throws IOException {
        port = freePort();
        Path file = Files.writeString(site.directory().resolve("penstock.yaml"), """
                node:
                  http: {host: 127.0.0.1, port: %d}
                loops:
                  - name: %s
                    source: {url: "postgresql://postgres@127.0.0.1:%d/%s", tables: ["public.*"]}
                    target: {url: "postgresql://postgres@127.0.0.1:%d/%s", createTables: true}
                    mode: %s
                    backfill: %b
                """.formatted(
                port, LOOP, site.sourcePort(), site.database(), site.targetPort(), site.database(), mode, backfill));
        long begun = System.nanoTime();
        // The launcher replaces itself by the JVM, so that the process is the JVM's.
        process = new ProcessBuilder("./penstock", "start", "--config", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        return begun;
    }

    private Path log() {
        return site.directory().resolve("penstock.log");
    }

    /** @param state to wait for, null for any. @return when it was seen */
    private long awaitState(String state) throws Exception {
        Waiting.until(START_SECONDS, "Penstock's loop is " + (state == null ? "there" : state), () -> {
            JsonNode status = status();
            if (status == null) {
                if (!process.isAlive()) {
                    throw new IllegalStateException("Penstock ended:\n" + Files.readString(log()));
                }
                return false;
            }
            if (status.path("state").asText().equals("FAILED")) {
                check();
            }
            return state == null || state.equals(status.path("state").asText());
        });
        return System.nanoTime();
    }

    /** Null while the port does not answer. */
    private JsonNode status() throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/loops/" + LOOP))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            var response = client.send(request, BodyHandlers.ofString());
            return response.statusCode() == 200 ? json.readTree(response.body()) : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
