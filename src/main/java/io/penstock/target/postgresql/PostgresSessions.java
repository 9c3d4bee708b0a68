package io.penstock.target.postgresql;

import io.penstock.config.ConnectionUrl;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.time.Duration;
import java.util.Map;

/**
 * How sessions are opened and what is set in them. Whatever changes the meaning of a text or the strength of a commit
 * is pinned, so that no default of server, database or role reaches the data.
 */
public final class PostgresSessions {
    private static final int CACHED_STATEMENTS = 512;
    private static final int PIPELINED_STATEMENTS = 256;
    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final Duration SHORTEST_IDLE = Duration.ofSeconds(60);

    /** The strongest of what the server's own setting and a flushed commit give. */
    private static final String DURABLE = "SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') = 'off'";

    private static final String PINNED =
            "SET DateStyle = 'ISO, YMD'; SET IntervalStyle = postgres; SET TimeZone = 'UTC';"
                    + " SET extra_float_digits = 3; SET bytea_output = hex; SET lc_monetary = 'C'; SET xmloption = content;"
                    + " SET standard_conforming_strings = on; SET transform_null_equals = off; SET array_nulls = on;"
                    + " SET search_path = ''; SET default_transaction_isolation = 'read committed'; SET row_security = off;"
                    + " SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3; SET jit = off";

    /**
     * A lane's statements are planned once and for any number of rows; by key, never by reading the table, which is what
     * the planner would settle on while the table is small.
     */
    private static final String PLANS = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;"
            + " SET enable_hashjoin = off; SET enable_mergejoin = off; SET default_transaction_read_only = on";

    /**
     * Lanes do not wait for the disk. What a crash of the server takes back goes together with the lane's position, and
     * the source keeps it: it is told only of what the loop's row covers, and that row is written by a session that
     * waits, which makes all that was committed before it durable too.
     */
    private static final String LANE_COMMITS = "SET synchronous_commit = off";

    private final ConnectionUrl url;
    private final Duration applyTimeout;

    /** @param applyTimeout how long one statement may take */
    public PostgresSessions(ConnectionUrl url, Duration applyTimeout) {
        this.url = url;
        this.applyTimeout = applyTimeout;
    }

    Duration applyTimeout() {
        return applyTimeout;
    }

    /** For people; without the password. */
    String where() {
        return url.toString();
    }

    /** @throws TargetException FINAL for an option of the url that isn't known */
    PgConnectOptions options(String session) {
        PgConnectOptions options = new PgConnectOptions()
                .setHost(url.host())
                .setPort(url.port())
                .setUser(url.user())
                .setPassword(url.password().reveal())
                .setDatabase(url.database())
                .setReconnectAttempts(0)
                // As PostgreSQL's own clients do where nothing is said.
                .setSslMode(SslMode.PREFER)
                .setPipeliningLimit(PIPELINED_STATEMENTS)
                .setCachePreparedStatements(true)
                .setPreparedStatementCacheMaxSize(CACHED_STATEMENTS)
                // Texts grow with the number of columns; by default long ones would be prepared each time.
                .setPreparedStatementCacheSqlLimit(Integer.MAX_VALUE)
                .addProperty("application_name", session);
        ClientSSLOptions ssl = new ClientSSLOptions().setTrustAll(true);
        for (Map.Entry<String, String> option : url.options().entrySet()) {
            apply(options, ssl, option.getKey(), option.getValue());
        }
        if (options.getSslMode() == SslMode.VERIFY_FULL) {
            ssl.setHostnameVerificationAlgorithm("HTTPS");
        }
        if (options.getSslMode() == SslMode.VERIFY_CA || options.getSslMode() == SslMode.VERIFY_FULL) {
            ssl.setTrustAll(false);
        }
        return options.getSslMode() == SslMode.DISABLE ? options : options.setSslOptions(ssl);
    }

    private void apply(PgConnectOptions options, ClientSSLOptions ssl, String name, String value) {
        switch (name) {
            case "sslmode" -> options.setSslMode(sslMode(value));
            case "sslrootcert" -> ssl.setTrustOptions(new PemTrustOptions().addCertPath(value));
            case "sslcert" -> {
                // Goes with its key.
            }
            case "sslkey" ->
                ssl.setKeyCertOptions(new PemKeyCertOptions()
                        .addCertPath(url.options().get("sslcert"))
                        .addKeyPath(value));
            case "connect_timeout" -> {
                // Read by network().
            }
            default ->
                throw new TargetException(
                        Kind.FINAL,
                        "",
                        "the target's url has an unknown option \"" + name + "\"",
                        "known are sslmode, sslrootcert, sslcert, sslkey and connect_timeout",
                        null);
        }
    }

    private static SslMode sslMode(String value) {
        for (SslMode mode : SslMode.values()) {
            if (mode.value.equals(value)) {
                return mode;
            }
        }
        throw new TargetException(
                Kind.FINAL,
                "",
                "the target's url has an unknown sslmode \"" + value + "\"",
                "known are disable, allow, prefer, require, verify-ca and verify-full",
                null);
    }

    NetClientOptions network() {
        String seconds = url.options().get("connect_timeout");
        return new NetClientOptions()
                .setTcpKeepAlive(true)
                .setTcpNoDelay(true)
                .setConnectTimeout(seconds == null ? CONNECT_TIMEOUT_MILLIS : 1000 * Integer.parseInt(seconds));
    }

    /** The settings of every session, as one text. */
    String settings() {
        long millis = applyTimeout.toMillis();
        // Longer than any wait of ours; a session whose owner is frozen must give its locks back some time.
        long idle = Math.max(SHORTEST_IDLE.toMillis(), 2 * millis);
        return PINNED + "; SET statement_timeout = " + millis + "; SET lock_timeout = " + Math.max(1, millis / 3)
                + "; SET idle_in_transaction_session_timeout = " + idle + "; " + DURABLE;
    }

    /**
     * The settings of a lane's session.
     *
     * @param triggersOff whether the role may switch off triggers and foreign keys
     */
    String laneSettings(boolean triggersOff) {
        return settings() + "; " + LANE_COMMITS + "; " + PLANS
                + (triggersOff ? "; SET session_replication_role = replica" : "");
    }
}
