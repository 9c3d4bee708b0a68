package io.penstock.demo;

import io.penstock.config.ConfigLoader;
import io.penstock.config.PenstockConfig;
import io.penstock.node.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A Penstock node in this process, as {@code ./penstock start} would run it. */
final class PenstockNode implements DemoNode {
    private static final long PATIENCE_SECONDS = 60;

    private final PenstockConfig config;
    private final Node node = new Node();

    PenstockNode(Path configuration) {
        config = ConfigLoader.load(configuration, Map.of(), List.of());
    }

    @Override
    public void start() throws TimeoutException {
        node.start(config).await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public int httpPort() {
        return node.httpPort();
    }

    @Override
    public void stop() throws TimeoutException {
        node.stop().await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
