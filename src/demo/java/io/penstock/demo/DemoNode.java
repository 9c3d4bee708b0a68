package io.penstock.demo;

import java.nio.file.Path;

/** What the demo wants of a node: to start with a configuration file, to say where it listens, to stop. Blocking. */
interface DemoNode {
    void start() throws Exception;

    int httpPort();

    void stop() throws Exception;

    /** Makes a node of the configuration in a file. */
    interface Factory {
        DemoNode create(Path configuration) throws Exception;
    }
}
