package io.penstock.config;

import java.util.Map;

/**
 * Builds the one form of every refusal: {@code origin: key: problem; remedy}.
 *
 * @param file as the operator wrote it
 * @param origins for keys whose value does not come from the file
 */
record Refusal(String file, Map<String, String> origins) {
    ConfigException of(String key, String problem, String remedy) {
        String where = origins.getOrDefault(key, file) + ": " + (key.isEmpty() ? "" : key + ": ");
        return new ConfigException(where + problem + "; " + remedy);
    }
}
