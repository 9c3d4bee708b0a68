package io.penstock.demo;

import io.penstock.config.ConfigLoader;
import io.penstock.node.Node;
import java.nio.file.Path;
import java.util.List;

/** The real node, in this process. */
final class PenstockNode implements DemoNode {
    private final Path configuration;
    private final Node node = new Node();

    PenstockNode(Path configuration) {
        this.configuration = configuration;
    }

    @Override
    public void start() {
        node.start(ConfigLoader.load(configuration, System.getenv(), List.of())).await();
    }

    @Override
    public int httpPort() {
        return node.httpPort();
    }

    @Override
    public void stop() {
        node.stop().await();
    }
}
