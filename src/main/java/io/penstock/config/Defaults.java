package io.penstock.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Every value that holds when the operator says nothing. {@code conf/penstock.yaml} shows the same; a test compares. */
public final class Defaults {
    public static final String HTTP_HOST = "127.0.0.1";
    public static final int HTTP_PORT = 8080;
    public static final boolean HTTP_UNPROTECTED = false;
    public static final PenstockConfig.LogFormat LOG = PenstockConfig.LogFormat.HUMAN;

    public static final boolean CLUSTER_ENABLED = false;
    public static final String CLUSTER_CONFIG = "cluster/hazelcast.yaml";
    public static final String CLUSTER_HOST = "127.0.0.1";
    public static final int CLUSTER_PORT = 5701;
    public static final int CLUSTER_BUS_PORT = 5702;
    public static final List<String> CLUSTER_MEMBERS = List.of(CLUSTER_HOST + ":" + CLUSTER_PORT);
    public static final Duration CLUSTER_LEASE = Duration.ofSeconds(12);

    public static final ModeSetting MODE = ModeSetting.AUTO;
    public static final boolean CREATE_TABLES = true;
    /** Zero: a loop never goes to fan mode because it is behind. */
    public static final Duration BACKFILL_WINDOW = Duration.ZERO;
    /** Zero: what fits the target. */
    public static final int FAN_SHARDS = 0;

    public static final Duration APPLY_TIMEOUT = Duration.ofSeconds(30);
    public static final Duration RETRY_DELAY = Duration.ofSeconds(10);

    static final int POSTGRESQL_PORT = 5432;
    static final int MYSQL_PORT = 3306;
    /** Where an unqualified table of PostgreSQL is looked for. */
    static final String POSTGRESQL_SCHEMA = "public";

    private static final long BYTES_IN_FLIGHT_AT_MOST = 64L << 20;
    private static final int HEAP_PARTS = 8;

    private Defaults() {}

    /** The lesser of 64 MiB and an eighth of the heap, in bytes. */
    public static long bytesInFlight(long maxHeapBytes) {
        return Math.min(BYTES_IN_FLIGHT_AT_MOST, maxHeapBytes / HEAP_PARTS);
    }

    /** Rows that are there are copied, unless the operator says where to start. */
    public static boolean backfill(String startAt) {
        return startAt == null;
    }

    /** The name of both publication and slot: legal in PostgreSQL for every legal name of a loop. */
    public static String slot(String loop) {
        return "penstock_" + loop.toLowerCase(Locale.ROOT).replace('-', '_');
    }
}
