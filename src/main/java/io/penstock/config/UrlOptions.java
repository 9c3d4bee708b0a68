package io.penstock.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What may stand behind {@code ?} in a URL: what both source and target heed, and as libpq means it, for MySQL and
 * MariaDB too. Any other is refused, since nobody would heed it.
 */
final class UrlOptions {
    private static final List<String> KNOWN = List.of("sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout");
    private static final List<String> FILES = List.of("sslrootcert", "sslcert", "sslkey");
    private static final List<String> SSL_MODES =
            List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
    private static final int TIMEOUT_SECONDS_AT_MOST = 3600;

    private UrlOptions() {}

    /** @return the URL with what its options imply */
    static ConnectionUrl check(ConnectionUrl url, Section section) {
        Map<String, String> options = url.options();
        for (String name : options.keySet()) {
            if (!KNOWN.contains(name)) {
                String hint = NearestName.of(name, KNOWN)
                        .map(n -> "did you mean \"" + n + "\"?")
                        .orElse("known: " + String.join(", ", KNOWN));
                throw section.refuse("url", "unknown option \"" + name + "\"", hint);
            }
        }
        String mode = options.getOrDefault("sslmode", "prefer");
        if (!SSL_MODES.contains(mode)) {
            throw section.refuse(
                    "url", "sslmode \"" + mode + "\" is not known", "write one of " + String.join(", ", SSL_MODES));
        }
        certificates(mode, options, section);
        timeout(options.get("connect_timeout"), section);
        if (mode.equals("require") && options.containsKey("sslrootcert")) {
            // libpq: with a root certificate at hand, require checks it.
            Map<String, String> implied = new HashMap<>(options);
            implied.put("sslmode", "verify-ca");
            return url.withOptions(implied);
        }
        return url;
    }

    private static void certificates(String mode, Map<String, String> options, Section section) {
        if (mode.startsWith("verify") && !options.containsKey("sslrootcert")) {
            throw section.refuse(
                    "url",
                    "sslmode " + mode + " has no certificate to verify against",
                    "add sslrootcert=FILE with the PEM file of the server's authority");
        }
        if (options.containsKey("sslcert") != options.containsKey("sslkey")) {
            throw section.refuse("url", "one of sslcert and sslkey is given alone", "give both or none");
        }
        for (String name : FILES) {
            String file = options.get(name);
            if (file != null && !Files.isReadable(Path.of(file))) {
                throw section.refuse(
                        "url", name + ": " + file + " can't be read", "name a PEM file that this process may read");
            }
        }
    }

    private static void timeout(String seconds, Section section) {
        if (seconds != null
                && (!seconds.matches("[1-9][0-9]{0,3}") || Integer.parseInt(seconds) > TIMEOUT_SECONDS_AT_MOST)) {
            throw section.refuse(
                    "url",
                    "connect_timeout \"" + seconds + "\" is no number of seconds from 1 to " + TIMEOUT_SECONDS_AT_MOST,
                    "write for example connect_timeout=10");
        }
    }
}
