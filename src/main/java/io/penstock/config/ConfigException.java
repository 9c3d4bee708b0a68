package io.penstock.config;

/** The configuration is wrong. The message names file, key and remedy; the process exits with 2. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }
}
