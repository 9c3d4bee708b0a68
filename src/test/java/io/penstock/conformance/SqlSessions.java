package io.penstock.conformance;

import io.penstock.conformance.SqlScript.Send;
import io.penstock.conformance.SqlScript.Side;
import io.penstock.testkit.Database;
import io.penstock.testkit.MysqlDatabase;
import io.penstock.testkit.MysqlSql;
import io.penstock.testkit.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The named sessions of a case, kept open until it ends. */
final class SqlSessions implements AutoCloseable {
    private final Database source;
    private final Database target;
    private final Map<String, Connection> open = new HashMap<>();

    SqlSessions(Database source, Database target) {
        this.source = source;
        this.target = target;
    }

    void run(Send send) throws SQLException {
        execute(send.side(), send);
    }

    /** Runs all of a script, whatever its sides say, on one side. */
    void runAll(SqlScript script, Side side) throws SQLException {
        for (Send send : script.sends()) {
            execute(side, send);
        }
    }

    private void execute(Side side, Send send) throws SQLException {
        Connection session = session(side, send.session());
        if (isMysql(side)) {
            MysqlSql.execute(session, send.sql());
        } else {
            Sql.execute(session, send.sql());
        }
    }

    private boolean isMysql(Side side) {
        return (side == Side.SOURCE ? source : target) instanceof MysqlDatabase;
    }

    /** What the statements of a script answer: fields joined by TAB, NULL as {@code \N}. */
    List<String> lines(SqlScript script, Side side) throws SQLException {
        List<String> lines = new ArrayList<>();
        for (Send send : script.sends()) {
            try (Statement statement = session(side, send.session()).createStatement()) {
                statement.setEscapeProcessing(false);
                if (statement.execute(send.sql())) {
                    read(statement.getResultSet(), lines);
                }
            }
        }
        return lines;
    }

    private static void read(ResultSet result, List<String> lines) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            StringBuilder line = new StringBuilder();
            for (int i = 1; i <= columns; i++) {
                String value = result.getString(i);
                line.append(i == 1 ? "" : "\t").append(value == null ? "\\N" : value);
            }
            lines.add(line.toString());
        }
    }

    private Connection session(Side side, String name) {
        return open.computeIfAbsent(side + " " + name, k -> (side == Side.SOURCE ? source : target).connect());
    }

    @Override
    public void close() {
        for (Connection connection : open.values()) {
            try {
                connection.close();
            } catch (SQLException e) {
                // The databases are dropped with all their sessions next.
                org.slf4j.LoggerFactory.getLogger(SqlSessions.class).debug("closing a session", e);
            }
        }
        open.clear();
    }
}
