package io.penstock.conformance;

import io.penstock.config.ConfigLoader;
import io.penstock.config.PenstockConfig;
import io.penstock.node.Node;
import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockApi;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Nodes in this JVM, one after the other: quick to start, but they can't be killed. */
final class InProcessRunner implements PenstockRunner {
    private static final int LIMIT_SECONDS = 30;

    private final CapturedLog captured;

    /** @param captured collects what the nodes log; the caller closes it */
    InProcessRunner(CapturedLog captured) {
        this.captured = captured;
    }

    @Override
    public Running start(LoopYaml yaml, Path directory) {
        PenstockConfig config = ConfigLoader.load(yaml.write(directory), Map.of(), List.of());
        Node node = new Node();
        within("started", node.start(config));
        return new Local(node, new PenstockApi(yaml.port()), yaml.name(), captured);
    }

    private static void within(String what, io.vertx.core.Future<Void> future) {
        try {
            future.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("the node is not " + what + " within " + LIMIT_SECONDS + " s", e);
        }
    }

    private record Local(Node node, PenstockApi api, String loop, CapturedLog captured) implements Running {
        @Override
        public LoopStatus status() {
            return api.status(loop);
        }

        @Override
        public String log() {
            return captured.text();
        }

        @Override
        public boolean post(String command) {
            return api.post(loop, command, "{}");
        }

        @Override
        public void stop() {
            within("stopped", node.stop());
        }

        @Override
        public void kill() {
            throw new UnsupportedOperationException("a node in this JVM can't be killed");
        }
    }
}
