package io.penstock.source.postgresql;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the output plugin is asked for. Protocol version 1 has all that Penstock reads; later ones add streaming of
 * unfinished transactions and two-phase commit, which would make ordinals differ between two readings.
 */
record PgoutputOptions(String publication, int majorVersion) {
    Map<String, String> asMap() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("proto_version", "1");
        options.put("publication_names", Quoting.identifier(publication));
        if (majorVersion >= 14) {
            options.put("messages", "true");
        }
        return options;
    }
}
