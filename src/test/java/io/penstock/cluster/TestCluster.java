package io.penstock.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Nodes n1, n2, … on one machine, each in a process of its own, all with the same loops. */
final class TestCluster implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Several JVMs start at once, beside whatever else the machine does. */
    private static final Duration LIMIT = Duration.ofSeconds(150);

    private final Path directory;
    private final Streams streams;
    private final UnaryOperator<LoopYaml> settings;
    private final List<Place> places = new ArrayList<>();
    private final Map<String, PenstockProcess> nodes = new TreeMap<>();

    /** Where a node listens. */
    private record Place(String host, int port, int busPort) {
        String member() {
            return host + ":" + port;
        }
    }

    /**
     * @param size how many nodes there may be
     * @param settings further keys of each node's configuration
     */
    TestCluster(Path directory, int size, Streams streams, UnaryOperator<LoopYaml> settings) {
        this.directory = directory;
        this.streams = streams;
        this.settings = settings;
        for (int i = 0; i < size; i++) {
            places.add(new Place("127.0.0.1", LoopYaml.freePort(), LoopYaml.freePort()));
        }
    }

    /** Begins to start the given nodes, all at once, then waits until each answers. */
    void start(String... names) {
        for (String name : names) {
            launch(name);
        }
        for (String name : names) {
            PenstockProcess node = nodes.get(name);
            Eventually.isTrue(name + " answers", LIMIT, () -> {
                if (!node.isAlive()) {
                    throw new AssertionError(name + " ended:\n" + node.log());
                }
                return node.isLive();
            });
        }
    }

    /** Starts a node without waiting for it. */
    PenstockProcess launch(String name) {
        PenstockProcess node = PenstockProcess.launch(
                config(name), folder(name), "-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        nodes.put(name, node);
        return node;
    }

    LoopYaml config(String name) {
        Place place = places.get(Integer.parseInt(name.substring(1)) - 1);
        List<String> members = places.stream().map(Place::member).toList();
        return settings.apply(streams.config().member(name, place.host(), place.port(), place.busPort(), members));
    }

    PenstockProcess node(String name) {
        return nodes.get(name);
    }

    /** Each loop as the asked node tells of it. */
    Map<String, LoopStatus> loops(String asked) {
        Map<String, LoopStatus> loops = new TreeMap<>();
        nodes.get(asked)
                .api()
                .get("/api/loops")
                .ifPresent(text ->
                        list(text).forEach(loop -> loops.put(loop.path("name").asText(), new LoopStatus(loop))));
        return loops;
    }

    private static JsonNode list(String text) {
        try {
            return JSON.readTree(text).path("loops");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Which node has how many running loops, as the asked one tells. */
    Map<String, Long> spread(String asked) {
        Map<String, Long> spread = new TreeMap<>();
        loops(asked).values().stream()
                .filter(LoopStatus::copyIsDone)
                .forEach(loop -> spread.merge(node(loop), 1L, Long::sum));
        return spread;
    }

    static String node(LoopStatus loop) {
        return loop.json().path("node").asText();
    }

    String holder(String asked, String loop) {
        return node(loops(asked).getOrDefault(loop, LoopStatus.NONE));
    }

    /** Waits until all loops run, spread as wanted. */
    void awaitSpread(String what, String asked, Duration limit, Predicate<Map<String, Long>> wanted) {
        Eventually.becomes(
                what,
                limit,
                () -> spread(asked),
                spread -> spread.values().stream().mapToLong(n -> n).sum()
                                == streams.loops().size()
                        && wanted.test(spread));
    }

    private Path folder(String name) {
        try {
            return Files.createDirectories(directory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends what still runs, and keeps the logs in target/cluster-logs for whoever wants to know what happened. */
    @Override
    public void close() {
        nodes.values().forEach(PenstockProcess::close);
        try {
            Path kept = Files.createDirectories(Path.of("target", "cluster-logs"));
            for (Map.Entry<String, PenstockProcess> node : nodes.entrySet()) {
                Files.writeString(
                        kept.resolve(node.getKey() + ".log"), node.getValue().log());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
