package io.penstock.source.postgresql;

import java.sql.Connection;
import java.sql.SQLException;

/** A connection for short questions that is opened with the first one and kept. One question at a time. */
final class KeptConnection {
    private final Connections connections;
    private final int timeoutSeconds;
    private Connection connection;
    private boolean closed;

    KeptConnection(Connections connections, int timeoutSeconds) {
        this.connections = connections;
        this.timeoutSeconds = timeoutSeconds;
    }

    /** Something to ask. */
    interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    synchronized <T> T ask(Question<T> question) throws SQLException {
        if (closed) {
            throw new SQLException("the source is closed", "08003");
        }
        if (connection == null) {
            connection = connections.open(timeoutSeconds);
        }
        try {
            return question.ask(connection);
        } catch (SQLException e) {
            disconnect(); // the next question tries anew
            throw e;
        }
    }

    synchronized Void close() throws SQLException {
        closed = true;
        disconnect();
        return null;
    }

    private void disconnect() throws SQLException {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
