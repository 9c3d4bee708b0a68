package io.penstock.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads {@code node.http}. */
record HttpReader(Variables variables) {
    /** Shorter ones can be guessed by trying, and nothing here slows a guesser down. */
    private static final int TOKEN_LENGTH_AT_LEAST = 16;

    private static final int PASSWORD_LENGTH_AT_LEAST = 8;
    private static final List<String> SECRETS = List.of("token", "tokenFile", "password", "passwordFile");

    PenstockConfig.Http read(Section http) {
        Section tls = http.has("tls") ? http.section("tls", Keys.TLS) : null;
        List<Section> entries = http.has("users") ? http.sections("users", Keys.USER) : List.of();
        String host = http.text("host", Defaults.HTTP_HOST);
        int port = http.read("port", Defaults.HTTP_PORT, t -> ConfigLoader.wholeNumber(t, 0, 65_535));
        boolean unprotected = http.truth("unprotected", Defaults.HTTP_UNPROTECTED);
        List<HttpUser> users = users(entries);
        if (users.isEmpty() && !unprotected && !PenstockConfig.Http.isLoopback(host)) {
            throw http.refuse(
                    "host",
                    "on " + host + " anybody who reaches the port could command this node: nobody has to log in",
                    "name node.http.users, or listen on 127.0.0.1; where the network itself keeps others away, write"
                            + " unprotected: true as well");
        }
        if (unprotected && !users.isEmpty()) {
            throw http.refuse("unprotected", "there are users, so the port is protected", "leave one of both out");
        }
        return new PenstockConfig.Http(host, port, tls == null ? null : tls(tls), users, unprotected);
    }

    private PenstockConfig.HttpTls tls(Section tls) {
        return new PenstockConfig.HttpTls(pem(tls, "certificate"), pem(tls, "key"));
    }

    private String pem(Section tls, String key) {
        String written = tls.text(key, null);
        if (written == null) {
            throw tls.missing(key, "name a PEM file");
        }
        Path file = variables.folder().resolve(written);
        if (!Files.isReadable(file)) {
            throw tls.refuse(key, file + " can't be read", "name a PEM file that this process may read");
        }
        return file.toString();
    }

    private List<HttpUser> users(List<Section> entries) {
        List<HttpUser> users = new ArrayList<>();
        Set<Object> taken = new HashSet<>();
        for (Section entry : entries) {
            HttpUser user = user(entry);
            if (!taken.add(user.name())) {
                throw entry.refuse("name", "\"" + user.name() + "\" is there twice", "give each user another name");
            }
            if (user.kind() == HttpUser.Kind.TOKEN && !taken.add(user.secret())) {
                throw entry.refuse("token", "another user has the same token", "give each user a token of their own");
            }
            users.add(user);
        }
        return users;
    }

    private HttpUser user(Section entry) {
        String name = entry.required("name", "ops", HttpReader::name);
        HttpUser.Role role = entry.required("role", "look", t -> ConfigLoader.choice(HttpUser.Role.class, t));
        List<String> given = SECRETS.stream().filter(entry::has).toList();
        if (given.size() != 1) {
            throw entry.refuse(
                    given.isEmpty() ? "token" : given.get(1),
                    given.isEmpty()
                            ? "this user has neither token nor password"
                            : "this user has " + given.get(0) + " already",
                    "write one of " + String.join(", ", SECRETS));
        }
        String key = given.get(0);
        String secret = entry.read(key, null, key.endsWith("File") ? variables::readSecret : t -> t);
        boolean token = key.startsWith("token");
        int least = token ? TOKEN_LENGTH_AT_LEAST : PASSWORD_LENGTH_AT_LEAST;
        if (secret.length() < least || !secret.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw entry.refuse(
                    key,
                    "this one is shorter than " + least + " characters, or has others than printable ASCII ones",
                    "make one with `openssl rand -hex 16`");
        }
        return new HttpUser(name, role, token ? HttpUser.Kind.TOKEN : HttpUser.Kind.PASSWORD, new Secret(secret));
    }

    /** It stands in front of a colon in basic auth, and in log lines. */
    private static String name(String text) {
        if (!text.matches("[A-Za-z0-9._@-]{1,80}")) {
            throw new BadValueException(
                    "\"" + text + "\" is no name for a user", "use 1 to 80 letters, digits and . _ @ -");
        }
        return text;
    }
}
