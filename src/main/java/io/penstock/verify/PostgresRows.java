package io.penstock.verify;

import io.penstock.config.ConnectionUrl;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The rows of one PostgreSQL database as fingerprints. Each row is printed by the server under the same settings as the
 * stream's values, and belongs to a bucket by the hash of its key (of a table without one: of the whole row), which
 * depends on neither collation nor version.
 */
final class PostgresRows implements AutoCloseable {
    private static final String PINS = """
            SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 3;
            SET bytea_output = 'hex'; SET TimeZone = 'UTC'; SET lc_monetary = 'C'; SET xmloption = 'content';
            SET client_encoding = 'UTF8'; SET search_path = ''; SET row_security = off;
            SET statement_timeout = 0; SET lock_timeout = '60s'; SET default_transaction_read_only = on""";

    private final Connection connection;

    private PostgresRows(Connection connection) {
        this.connection = connection;
    }

    /**
     * @param version that of the row, or of all rows that are counted: another one each time one is written, so equal
     *     ones tell that none was
     * @param value a fingerprint of all columns; of a table without a key, how many such rows there are
     */
    record Seen(String value, String version) {}

    /** A part of a table: how many rows, and the sum of their fingerprints. */
    record Checksum(long rows, String sum) {}

    static PostgresRows open(ConnectionUrl url, String session) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("connectTimeout", "10");
        url.options()
                .forEach((name, value) ->
                        properties.setProperty(name.equals("connect_timeout") ? "connectTimeout" : name, value));
        properties.setProperty("user", url.user());
        properties.setProperty("password", url.password().reveal());
        properties.setProperty("ApplicationName", session);
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("logServerErrorDetail", "false");
        String host = url.host().indexOf(':') >= 0 ? "[" + url.host() + "]" : url.host();
        Connection connection = DriverManager.getConnection(
                "jdbc:postgresql://" + host + ":" + url.port() + "/"
                        + URLEncoder.encode(url.database(), StandardCharsets.UTF_8),
                properties);
        PostgresRows rows = new PostgresRows(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute(PINS);
            return rows;
        } catch (SQLException e) {
            rows.close();
            throw e;
        }
    }

    boolean has(TableName table) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT pg_catalog.to_regclass(?) IS NOT NULL")) {
            statement.setString(1, name(table));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** By bucket; buckets without rows are absent. One scan of the table. */
    Map<Integer, Checksum> checksums(TableSchema table, int buckets) throws SQLException {
        String sql = "SELECT b, pg_catalog.count(*), pg_catalog.sum(h::numeric)::text FROM (SELECT "
                + bucket(table, buckets) + " AS b, " + hash(record(table, false)) + " AS h FROM " + from(table)
                + " r) x GROUP BY b";
        Map<Integer, Checksum> sums = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                sums.put(row.getInt(1), new Checksum(row.getLong(2), row.getString(3)));
            }
        }
        return sums;
    }

    /** The rows of some buckets, by key. */
    Map<List<String>, Seen> ofBuckets(TableSchema table, int buckets, Collection<Integer> wanted) throws SQLException {
        return rows(table, bucket(table, buckets) + " IN (" + joined(wanted) + ")");
    }

    /** Those of some rows that are there, by key; of a table without a key by scanning it. */
    Map<List<String>, Seen> ofKeys(TableSchema table, Collection<List<String>> keys) throws SQLException {
        if (table.isKeyless()) {
            String fingerprints = keys.stream().map(key -> literal(key.get(0))).collect(Collectors.joining(", "));
            return rows(table, fingerprint(table) + " IN (" + fingerprints + ")");
        }
        String tuples = keys.stream()
                .map(key -> key.stream().map(PostgresRows::literal).collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(", "));
        return rows(table, "(" + identifiers(table.keyNames()) + ") IN (" + tuples + ")");
    }

    private Map<List<String>, Seen> rows(TableSchema table, String condition) throws SQLException {
        String sql = table.isKeyless()
                ? "SELECT pg_catalog.count(*)::text, pg_catalog.md5(pg_catalog.string_agg(r.xmin::text, ',' ORDER BY"
                        + " r.xmin::text)), " + fingerprint(table) + " FROM " + from(table) + " r WHERE "
                        + condition + " GROUP BY 3"
                : "SELECT " + fingerprint(table) + ", r.xmin::text, "
                        + table.keyNames().stream()
                                .map(key -> "r." + identifier(key) + "::text")
                                .collect(Collectors.joining(", "))
                        + " FROM " + from(table) + " r WHERE " + condition;
        Map<List<String>, Seen> rows = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                List<String> key = new ArrayList<>();
                for (int i = 3; i <= columns; i++) {
                    key.add(row.getString(i));
                }
                rows.put(key, new Seen(row.getString(1), row.getString(2)));
            }
        }
        return rows;
    }

    /** True when the log is written up to what is visible: commits may be seen before (synchronous_commit = off). */
    boolean isLogWritten(String insertedUpTo) throws SQLException {
        return "t".equals(one("SELECT pg_catalog.pg_current_wal_lsn() >= " + literal(insertedUpTo) + "::pg_lsn"));
    }

    /** A moment's rest for the server to write its log. */
    void pause() throws SQLException {
        one("SELECT pg_catalog.pg_sleep(0.01)");
    }

    /** Up to where the log has what is visible now. */
    String insertedUpTo() throws SQLException {
        return one("SELECT pg_catalog.pg_current_wal_insert_lsn()::text");
    }

    private String one(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String bucket(TableSchema table, int buckets) {
        return "(" + hash(record(table, true)) + " & " + (buckets - 1) + ")::int";
    }

    private static String fingerprint(TableSchema table) {
        return "pg_catalog.md5(" + record(table, false) + ")";
    }

    private static String hash(String text) {
        return "('x' || pg_catalog.substr(pg_catalog.md5(" + text + "), 1, 16))::bit(64)::bigint";
    }

    /** Of columns' own output functions, so that padding counts, and NULL and the empty text differ. */
    private static String record(TableSchema table, boolean keyOnly) {
        List<String> columns = keyOnly && !table.isKeyless()
                ? table.keyNames()
                : table.columns().stream().map(column -> column.name()).toList();
        return columns.stream().map(c -> "r." + identifier(c)).collect(Collectors.joining(", ", "ROW(", ")::text"));
    }

    private static String from(TableSchema table) {
        return "ONLY " + name(table.name());
    }

    private static String name(TableName table) {
        return identifier(table.schema()) + "." + identifier(table.table());
    }

    private static String identifiers(List<String> names) {
        return names.stream().map(n -> "r." + identifier(n)).collect(Collectors.joining(", "));
    }

    private static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    private static String joined(Collection<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
