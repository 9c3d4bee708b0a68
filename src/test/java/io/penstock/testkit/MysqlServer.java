package io.penstock.testkit;

import java.net.URI;

/**
 * How a real MariaDB or MySQL is reached, whoever runs it.
 *
 * @param scheme of its URL in Penstock's configuration: {@code mariadb} or {@code mysql}
 * @param origin for people: embedded, container, or the address that was given
 * @param closer ends the server where it is ours to end
 */
record MysqlServer(
        String scheme, String host, int port, String user, String password, String origin, AutoCloseable closer) {
    /** A server that somebody else runs, as {@code mariadb://user:password@host:port/}. */
    static MysqlServer given(String uri) {
        URI parsed = URI.create(uri);
        String[] user = (parsed.getUserInfo() == null ? "root:" : parsed.getUserInfo()).split(":", 2);
        int port = parsed.getPort() < 0 ? 3306 : parsed.getPort();
        String password = user.length > 1 ? user[1] : "";
        String origin = parsed.getHost() + ":" + port;
        return new MysqlServer(parsed.getScheme(), parsed.getHost(), port, user[0], password, origin, () -> {
            // not ours to stop
        });
    }
}
