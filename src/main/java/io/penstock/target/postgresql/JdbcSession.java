package io.penstock.target.postgresql;

import io.penstock.config.ConnectionUrl;
import io.penstock.target.Statement;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A blocking connection with all settings pinned that change what a text means, and one transaction open on it. For
 * COPY, which the asynchronous client does not speak.
 */
final class JdbcSession implements AutoCloseable {
    private static final String CONNECT_TIMEOUT_SECONDS = "10";
    /** For statements and locks; the copy itself takes as long as it takes. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Connection connection;

    private JdbcSession(Connection connection) {
        this.connection = connection;
    }

    /** @param triggersOff whether the role may switch off triggers and foreign-key checks */
    static JdbcSession open(ConnectionUrl url, String session, boolean triggersOff) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("connectTimeout", CONNECT_TIMEOUT_SECONDS);
        url.options()
                .forEach((name, value) ->
                        properties.setProperty(name.equals("connect_timeout") ? "connectTimeout" : name, value));
        properties.setProperty("user", url.user());
        properties.setProperty("password", url.password().reveal());
        properties.setProperty("ApplicationName", session);
        properties.setProperty("tcpKeepAlive", "true");
        // texts without a type of their own: the server infers it, as it does for the asynchronous client
        properties.setProperty("stringtype", "unspecified");
        String host = url.host().indexOf(':') >= 0 && !url.host().startsWith("[") ? "[" + url.host() + "]" : url.host();
        String database = URLEncoder.encode(url.database(), StandardCharsets.UTF_8);
        Connection connection = DriverManager.getConnection(
                "jdbc:postgresql://" + host + ":" + url.port() + "/" + database, properties);
        try {
            JdbcSession opened = new JdbcSession(connection);
            opened.execute(new PostgresSessions(url, PATIENCE).settings() + "; SET statement_timeout = 0"
                    + (triggersOff ? "; SET session_replication_role = replica" : ""));
            connection.setAutoCommit(false);
            return opened;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    void execute(String sql) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a statement whose placeholders are {@code $1}, {@code $2} …; rows are dropped. */
    void execute(Statement statement) throws SQLException {
        List<Object> arguments = new ArrayList<>();
        String sql = placeholders(statement, arguments);
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.size(); i++) {
                Object argument = arguments.get(i);
                prepared.setObject(
                        i + 1, argument instanceof String[] texts ? connection.createArrayOf("text", texts) : argument);
            }
            prepared.execute();
        }
    }

    /** The first column of the rows. */
    List<String> texts(String sql, String... arguments) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                prepared.setString(i + 1, arguments[i]);
            }
            List<String> texts = new ArrayList<>();
            try (ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
            }
            return texts;
        }
    }

    /** Without a commit before it, everything is rolled back by the server. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException alreadyBroken) {
            // the server rolls back what a lost connection left open
        }
    }

    /** The driver wants question marks; literal ones are doubled, quoted text is left alone. */
    static String placeholders(Statement statement, List<Object> arguments) {
        String sql = statement.sql();
        StringBuilder text = new StringBuilder(sql.length());
        char quote = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (quote != 0 || c == '\'' || c == '"') {
                quote = quote == 0 ? c : quote == c ? 0 : quote;
                text.append(c);
            } else if (c == '?') {
                text.append("??");
            } else if (c == '$' && i + 1 < sql.length() && Character.isDigit(sql.charAt(i + 1))) {
                int end = i + 1;
                while (end < sql.length() && Character.isDigit(sql.charAt(end))) {
                    end++;
                }
                arguments.add(statement.arguments().get(Integer.parseInt(sql.substring(i + 1, end)) - 1));
                text.append('?');
                i = end - 1;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
