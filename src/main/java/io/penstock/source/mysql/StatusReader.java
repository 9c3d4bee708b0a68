package io.penstock.source.mysql;

import io.penstock.source.Dialect.SourceStatus;

/** Asks about once a second how the source stands, over a session that it keeps. One thread at a time. */
final class StatusReader {
    private static final long UNKNOWN = -1;

    private final Connections connections;
    private Session session;
    private ServerFacts server;

    StatusReader(Connections connections) {
        this.connections = connections;
    }

    synchronized SourceStatus read() {
        try {
            if (session == null) {
                session = connections.open();
                server = ServerFacts.read(session);
            }
            String clock = session.value("SELECT CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS UNSIGNED)");
            return new SourceStatus(new ServerLog(session, server).end(), UNKNOWN, Long.parseLong(clock));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    synchronized void close() {
        if (session != null) {
            session.close();
            session = null;
        }
    }
}
