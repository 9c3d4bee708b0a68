package io.penstock.testkit;

import java.net.URI;

/**
 * How a real PostgreSQL is reached, whoever runs it.
 *
 * @param origin for people: embedded, container, or the address that was given
 * @param closer ends the server where it is ours to end
 */
record PostgresServer(String host, int port, String user, String password, String origin, AutoCloseable closer) {
    /** A server that somebody else runs, as {@code postgresql://user:password@host:port/}. */
    static PostgresServer given(String uri) {
        URI parsed = URI.create(uri);
        String[] user = (parsed.getUserInfo() == null ? "postgres:" : parsed.getUserInfo()).split(":", 2);
        int port = parsed.getPort() < 0 ? 5432 : parsed.getPort();
        return new PostgresServer(
                parsed.getHost(), port, user[0], user.length > 1 ? user[1] : "", parsed.getHost() + ":" + port, () -> {
                    // not ours to stop
                });
    }
}
