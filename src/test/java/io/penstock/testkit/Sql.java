package io.penstock.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Plain-text SQL over JDBC: what is sent is what was written, what is read is what the server printed. */
public final class Sql {
    /**
     * What changes how values are printed; the same on both sides of a comparison. Commits are flushed, because only
     * then does the log position read behind one cover it (embedded servers leave it to a background writer).
     */
    private static final String PINS = "SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';"
            + " SET extra_float_digits = 1; SET bytea_output = 'hex'; SET TimeZone = 'UTC';"
            + " SET client_min_messages = 'error'; SET synchronous_commit = on";

    private Sql() {}

    static Connection connect(PostgresServer server, String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", server.password());
        properties.setProperty("preferQueryMode", "simple");
        properties.setProperty("ApplicationName", "testkit");
        properties.setProperty("connectTimeout", "10");
        Connection connection = DriverManager.getConnection(
                "jdbc:postgresql://" + server.host() + ":" + server.port() + "/"
                        + java.net.URLEncoder.encode(database, java.nio.charset.StandardCharsets.UTF_8),
                properties);
        execute(connection, PINS);
        return connection;
    }

    /** Sends text as it is (several statements are fine) and throws away what comes back. */
    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    /** The rows as the server prints them; SQL NULL is null. */
    public static List<List<String>> query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet result = statement.executeQuery(sql)) {
                int columns = result.getMetaData().getColumnCount();
                List<List<String>> rows = new ArrayList<>();
                while (result.next()) {
                    List<String> row = new ArrayList<>(columns);
                    for (int i = 1; i <= columns; i++) {
                        row.add(result.getString(i));
                    }
                    rows.add(row);
                }
                return rows;
            }
        }
    }

    /** An identifier, quoted. */
    public static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** A text literal. */
    public static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
