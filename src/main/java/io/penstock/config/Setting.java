package io.penstock.config;

/**
 * One value that was given beside the file and goes before it.
 *
 * @param key the way to it, such as {@code node.http.port}
 * @param origin who said so, for messages: {@code --http-port} or {@code PENSTOCK_NODE_HTTP_PORT}
 */
public record Setting(String key, String value, String origin) {}
