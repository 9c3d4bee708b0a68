package io.penstock.cli;

import io.penstock.config.PenstockConfig;

/** Runs a node. */
@FunctionalInterface
public interface NodeStarter {
    /**
     * Returns when the node has ended.
     *
     * @return the exit code of the process
     * @throws io.penstock.config.ConfigException for what the operator has to change before it can start
     */
    int run(PenstockConfig config);
}
