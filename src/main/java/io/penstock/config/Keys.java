package io.penstock.config;

import java.util.List;

/** The names that may stand in the file, level by level. Any other is refused. */
public final class Keys {
    public static final List<String> ROOT = List.of("node", "cluster", "loops");
    public static final List<String> NODE = List.of("http", "log");
    public static final List<String> HTTP = List.of("host", "port");
    public static final List<String> CLUSTER = List.of("enabled", "config");
    public static final List<String> LOOP = List.of(
            "name",
            "source",
            "target",
            "mode",
            "backfill",
            "backfillWindow",
            "fanShards",
            "bytesInFlight",
            "applyTimeout",
            "retryDelay");
    public static final List<String> SOURCE =
            List.of("url", "passwordFile", "tables", "exclude", "publication", "slot", "startAt");
    public static final List<String> TARGET = List.of("url", "passwordFile", "createTables", "schema");

    /** Keys that an environment variable may set: {@code node.http.port} by {@code PENSTOCK_NODE_HTTP_PORT}. */
    static final List<String> OVERRIDABLE = List.of("node.http.host", "node.http.port", "node.log");

    private Keys() {}
}
