package io.penstock.config;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;

/**
 * Where a server is and as whom to connect. Its text, as JSON too, never shows the password.
 *
 * @param scheme {@code postgresql}, {@code mysql} or {@code mariadb}
 * @param host a name or an address; an IPv6 address without brackets
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

    /** The same place with another password. */
    ConnectionUrl withPassword(Secret other) {
        return new ConnectionUrl(scheme, host, port, user, other, database, options);
    }

    /** The same place with other options. */
    ConnectionUrl withOptions(Map<String, String> others) {
        return new ConnectionUrl(scheme, host, port, user, password, database, others);
    }

    /** True for MySQL and MariaDB. */
    public boolean isMySql() {
        return !scheme.equals("postgresql");
    }

    @Override
    @JsonValue
    public String toString() {
        String place = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return scheme + "://" + user + "@" + place + ":" + port + "/" + database;
    }
}
