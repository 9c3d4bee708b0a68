package io.penstock.config;

import java.util.List;

/** What may stand behind {@code ?} in a URL of PostgreSQL. Any other is refused, since nobody would heed it. */
final class UrlOptions {
    private static final List<String> KNOWN =
            List.of("sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword", "channelBinding", "gssEncMode");
    private static final List<String> SSL_MODES =
            List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");

    private UrlOptions() {}

    static void check(ConnectionUrl url, Section section) {
        if (url.isMySql()) {
            return;
        }
        for (String name : url.options().keySet()) {
            if (!KNOWN.contains(name)) {
                String hint = NearestName.of(name, KNOWN)
                        .map(n -> "did you mean \"" + n + "\"?")
                        .orElse("known: " + String.join(", ", KNOWN));
                throw section.refuse("url", "unknown option \"" + name + "\"", hint);
            }
        }
        String mode = url.options().get("sslmode");
        if (mode != null && !SSL_MODES.contains(mode)) {
            throw section.refuse(
                    "url", "sslmode \"" + mode + "\" is not known", "write one of " + String.join(", ", SSL_MODES));
        }
    }
}
