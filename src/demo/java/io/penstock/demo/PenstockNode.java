package io.penstock.demo;

import java.nio.file.Path;

/** The node that this build has. */
final class PenstockNode implements DemoNode {
    PenstockNode(Path configuration) {
        throw new UnsupportedOperationException("this build has no node yet; " + configuration + " can't be run");
    }

    @Override
    public void start() {}

    @Override
    public int httpPort() {
        return 0;
    }

    @Override
    public void stop() {}
}
