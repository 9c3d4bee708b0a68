package io.penstock.http;

import io.penstock.config.HttpUser;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Finds out who sends an {@code Authorization} header, in a time that tells nothing about the secrets. */
final class Login {
    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";

    private final List<Known> known;

    Login(List<HttpUser> users) {
        known = users.stream().map(Known::new).toList();
    }

    /** True where nobody has to log in. */
    boolean isOpen() {
        return known.isEmpty();
    }

    /** @param header may be null */
    Optional<HttpUser> of(String header) {
        if (header == null) {
            return Optional.empty();
        }
        if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return find(
                    HttpUser.Kind.TOKEN, null, header.substring(BEARER.length()).strip());
        }
        if (!header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return Optional.empty();
        }
        String pair = decoded(header.substring(BASIC.length()).strip());
        int colon = pair.indexOf(':');
        return colon < 0
                ? Optional.empty()
                : find(HttpUser.Kind.PASSWORD, pair.substring(0, colon), pair.substring(colon + 1));
    }

    /** Every user is compared, whichever it is. */
    private Optional<HttpUser> find(HttpUser.Kind kind, String name, String secret) {
        byte[] digest = digest(secret);
        HttpUser found = null;
        for (Known one : known) {
            boolean meant =
                    one.user.kind() == kind && (name == null || one.user.name().equals(name));
            if (MessageDigest.isEqual(one.digest, digest) && meant) {
                found = one.user;
            }
        }
        return Optional.ofNullable(found);
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Of equal length whatever the secret's, as a comparison in equal time needs it. */
    private static byte[] digest(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private record Known(HttpUser user, byte[] digest) {
        Known(HttpUser user) {
            this(user, Login.digest(user.secret().reveal()));
        }
    }
}
