package io.penstock.config;

import java.util.List;

/** The names that may stand in the file, level by level. Any other is refused. */
public final class Keys {
    public static final List<String> ROOT = List.of("node", "cluster", "loops");
    public static final List<String> NODE = List.of("name", "http", "log");
    public static final List<String> HTTP = List.of("host", "port", "unprotected", "tls", "users");
    public static final List<String> TLS = List.of("certificate", "key");
    public static final List<String> USER = List.of("name", "role", "token", "tokenFile", "password", "passwordFile");
    public static final List<String> CLUSTER =
            List.of("enabled", "config", "host", "port", "busPort", "members", "lease");
    public static final List<String> LOOP = List.of(
            "name",
            "source",
            "target",
            "mode",
            "backfill",
            "backfillWindow",
            "fanShards",
            "fanPlacement",
            "bytesInFlight",
            "applyTimeout",
            "retryDelay");
    public static final List<String> SOURCE =
            List.of("url", "passwordFile", "tables", "exclude", "publication", "slot", "startAt");
    public static final List<String> TARGET = List.of("url", "passwordFile", "createTables", "schema");

    /** Keys that an environment variable may set: {@code cluster.busPort} by {@code PENSTOCK_CLUSTER_BUSPORT}. */
    public static final List<String> OVERRIDABLE = List.of(
            "node.name",
            "node.http.host",
            "node.http.port",
            "node.http.unprotected",
            "node.log",
            "cluster.enabled",
            "cluster.config",
            "cluster.host",
            "cluster.port",
            "cluster.busPort",
            "cluster.members",
            "cluster.lease");

    private Keys() {}
}
