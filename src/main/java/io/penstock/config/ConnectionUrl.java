package io.penstock.config;

import java.util.Map;

/**
 * Where a server is and as whom to connect. Its text never shows the password.
 *
 * @param scheme {@code postgresql}, {@code mysql} or {@code mariadb}
 * @param options what stood behind {@code ?}, such as {@code sslmode}
 */
public record ConnectionUrl(
        String scheme,
        String host,
        int port,
        String user,
        Secret password,
        String database,
        Map<String, String> options) {
    public ConnectionUrl {
        options = Map.copyOf(options);
    }

    @Override
    public String toString() {
        return scheme + "://" + user + "@" + host + ":" + port + "/" + database;
    }
}
