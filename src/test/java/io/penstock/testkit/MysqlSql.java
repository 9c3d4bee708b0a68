package io.penstock.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;

/** Plain-text SQL over MariaDB's JDBC driver, which speaks to MySQL as well. */
public final class MysqlSql {
    private MysqlSql() {}

    static Connection connect(MysqlServer server, String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", server.password());
        properties.setProperty("allowMultiQueries", "true");
        properties.setProperty("allowPublicKeyRetrieval", "true");
        properties.setProperty("allowLocalInfile", "true");
        properties.setProperty("connectTimeout", "10000");
        // A bit or a tinyint stays what it is; dates are not looked into (zero dates are dates here).
        properties.setProperty("tinyInt1isBit", "false");
        properties.setProperty("sessionVariables", "time_zone='+00:00'");
        Connection connection =
                DriverManager.getConnection("jdbc:mariadb://" + server.host() + ":" + server.port() + "/", properties);
        if (!database.isEmpty()) {
            // Not in the address: the driver takes no name with odd characters there.
            execute(connection, "USE " + quoted(database));
        }
        return connection;
    }

    /** Sends text as it is (several statements are fine) and throws away what comes back. */
    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
            // The answers of the further statements, errors among them, come only when they are asked for.
            while (statement.getMoreResults() || statement.getUpdateCount() != -1) {
                continue;
            }
        }
    }

    /** The rows as the server prints them, bytes as upper-case hexadecimal digits; SQL NULL is null. */
    public static List<List<String>> query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet result = statement.executeQuery(sql)) {
                ResultSetMetaData columns = result.getMetaData();
                List<List<String>> rows = new ArrayList<>();
                while (result.next()) {
                    List<String> row = new ArrayList<>(columns.getColumnCount());
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        row.add(binary(columns.getColumnType(i)) ? hex(result.getBytes(i)) : result.getString(i));
                    }
                    rows.add(row);
                }
                return rows;
            }
        }
    }

    /** An identifier, quoted. */
    public static String quoted(String identifier) {
        return '`' + identifier.replace("`", "``") + '`';
    }

    /** A text literal, for sessions where a backslash is an escape, which is the default. */
    public static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private static boolean binary(int type) {
        return switch (type) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB, Types.BIT -> true;
            default -> false;
        };
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? null : HexFormat.of().withUpperCase().formatHex(bytes);
    }
}
