package io.penstock.cli;

import picocli.CommandLine.Option;

/** Which node a command speaks to. */
final class NodeOption {
    @Option(
            names = "--node",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "The node's HTTP address (default: ${DEFAULT-VALUE}).")
    private String url;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    private boolean help;

    NodeClient client() {
        return NodeClient.at(url);
    }
}
