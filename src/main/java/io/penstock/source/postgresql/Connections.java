package io.penstock.source.postgresql;

import io.penstock.config.ConnectionUrl;
import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens connections to one source database. On each of them everything is pinned that changes how the server prints a
 * value, so that the copy, the stream and the catalogue speak alike whatever the role, the database or the JVM's time
 * zone say.
 */
final class Connections {
    /** How long an answer may take on connections that ask short questions. */
    static final int SHORT_ANSWERS_SECONDS = 60;
    /** For connections whose answers take as long as they take: copies, windows, slot creation. */
    static final int PATIENT = 0;

    private static final int CONNECT_TIMEOUT_SECONDS = 10;

    private static final String PINS = """
            SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 3;
            SET bytea_output = 'hex'; SET TimeZone = 'UTC'; SET lc_monetary = 'C'; SET xmloption = 'content';
            SET client_encoding = 'UTF8'; SET search_path = ''; SET row_security = off;
            SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0""";

    /** libpq's names, where the driver has others. */
    private static final Map<String, String> DRIVER_NAMES =
            Map.of("connect_timeout", PGProperty.CONNECT_TIMEOUT.getName());

    private final ConnectionUrl url;
    private final LoopName loop;
    private volatile String applicationName;

    Connections(ConnectionUrl url, LoopName loop) {
        this.url = url;
        this.loop = loop;
        this.applicationName = "penstock/" + loop;
    }

    /** Sessions opened from now on carry the epoch, so that a later reign knows them. */
    void reign(Epoch epoch) {
        applicationName = EarlierReader.session(loop, epoch);
    }

    /** Where this connects to, without the password. */
    String where() {
        return url.toString();
    }

    String user() {
        return url.user();
    }

    String database() {
        return url.database();
    }

    /** An ordinary session, in autocommit mode. */
    Connection open(int socketTimeoutSeconds) throws SQLException {
        return connect(properties(socketTimeoutSeconds));
    }

    /** A session of a walsender of this database. It takes replication commands and plain SQL, one at a time. */
    Connection openReplication() throws SQLException {
        Properties properties = properties(PATIENT);
        PGProperty.REPLICATION.set(properties, "database");
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "10");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        return connect(properties);
    }

    private Properties properties(int socketTimeoutSeconds) {
        Properties properties = new Properties();
        PGProperty.CONNECT_TIMEOUT.set(properties, CONNECT_TIMEOUT_SECONDS);
        url.options().forEach((name, value) -> properties.setProperty(DRIVER_NAMES.getOrDefault(name, name), value));
        PGProperty.USER.set(properties, url.user());
        if (!url.password().reveal().isEmpty()) {
            PGProperty.PASSWORD.set(properties, url.password().reveal());
        }
        PGProperty.APPLICATION_NAME.set(properties, applicationName);
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.SOCKET_TIMEOUT.set(properties, socketTimeoutSeconds);
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        return properties;
    }

    private Connection connect(Properties properties) throws SQLException {
        String host = url.host().indexOf(':') >= 0 ? "[" + url.host() + "]" : url.host();
        String address = "jdbc:postgresql://" + host + ":" + url.port() + "/"
                + URLEncoder.encode(url.database(), StandardCharsets.UTF_8);
        Connection connection = new Driver().connect(address, properties);
        try (Statement statement = connection.createStatement()) {
            int version = connection.getMetaData().getDatabaseMajorVersion();
            statement.execute(PINS
                    + (version >= 14 ? "; SET idle_session_timeout = 0" : "")
                    + (version >= 17 ? "; SET transaction_timeout = 0" : ""));
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
