package io.penstock.cli;

import picocli.CommandLine.Option;

/** Which node a command speaks to, and as whom. */
final class NodeOption {
    @Option(
            names = "--node",
            paramLabel = "URL",
            defaultValue = "${env:PENSTOCK_URL:-http://127.0.0.1:8080}",
            description = "The node's HTTP address, https too, with name:password@ where it has such users"
                    + " (environment: PENSTOCK_URL; default: http://127.0.0.1:8080).")
    private String url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:PENSTOCK_TOKEN:-}",
            description = "A token of the node's users; others on this machine can see a command line, but not the"
                    + " environment: PENSTOCK_TOKEN.")
    private String token;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            defaultValue = "${env:PENSTOCK_CA:-}",
            description = "PEM file of the authority that signed the node's certificate (environment: PENSTOCK_CA).")
    private String authority;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    private boolean help;

    NodeClient client() {
        return NodeClient.at(url, token, authority);
    }
}
