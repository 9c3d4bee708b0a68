package io.penstock.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads {@code scheme://user:password@host:port/database?option=value}. Written by hand because its errors may quote
 * nothing of a password, however badly the text is cut. Parts are percent-decoded; what a variable stands for in user
 * and password is taken as it is.
 */
final class UrlText {
    static final List<String> SCHEMES = List.of("postgresql", "mysql", "mariadb");
    private static final Map<String, String> ALIASES = Map.of("postgres", "postgresql");
    private static final String FORM = "write it as postgresql://user:password@host:5432/database";
    private static final String ENCODE =
            "percent-encode / ? # @ : and % in user and password, or use ${VARIABLE} or passwordFile for the password";

    private final Variables variables;

    UrlText(Variables variables) {
        this.variables = variables;
    }

    ConnectionUrl parse(String written) {
        // A variable may hold the whole URL; inside of one, its value is no syntax.
        boolean whole = !Variables.mask(written).contains("://");
        String text = whole ? Variables.escape(variables.resolve(written)) : written;
        int start = Variables.mask(text).indexOf("://");
        if (start < 0) {
            throw new BadValueException("this is no URL", FORM);
        }
        String scheme = scheme(variables.resolve(text.substring(0, start)));
        String rest = text.substring(start + 3);
        String mask = Variables.mask(rest);
        int authorityEnd = firstOf(mask, "/?");
        int at = mask.lastIndexOf('@', authorityEnd - 1);
        if (at < 0) {
            throw new BadValueException("no user is named", FORM + "; " + ENCODE);
        }
        String[] login = login(rest.substring(0, at));
        String place = variables.resolve(rest.substring(at + 1));
        int pathStart = firstOf(place, "/?");
        int queryStart = place.indexOf('?', pathStart);
        String path = place.substring(pathStart, queryStart < 0 ? place.length() : queryStart);
        Map<String, String> options = queryStart < 0 ? new LinkedHashMap<>() : options(place.substring(queryStart + 1));
        HostPort where = HostPort.parse(place.substring(0, pathStart), defaultPort(scheme));
        return new ConnectionUrl(
                scheme, where.host(), where.port(), login[0], new Secret(login[1]), database(path), options);
    }

    private static String scheme(String written) {
        String scheme = written.toLowerCase(Locale.ROOT);
        scheme = ALIASES.getOrDefault(scheme, scheme);
        if (!SCHEMES.contains(scheme)) {
            String hint = scheme.startsWith("jdbc:")
                    ? "leave jdbc: away"
                    : NearestName.of(scheme, SCHEMES)
                            .map(n -> "did you mean " + n + "://?")
                            .orElse("write one of the known");
            throw new BadValueException(
                    "unknown scheme \"" + written + "\" (known: " + String.join(", ", SCHEMES) + ")", hint);
        }
        return scheme;
    }

    /** User and password; the password is empty where none is given. */
    private String[] login(String text) {
        int colon = Variables.mask(text).indexOf(':');
        String user = literal(colon < 0 ? text : text.substring(0, colon));
        String password = colon < 0 ? "" : literal(text.substring(colon + 1));
        if (user.isEmpty()) {
            throw new BadValueException("no user is named", FORM);
        }
        return new String[] {user, password};
    }

    /** Decodes what is written, but not what variables stand for. */
    private String literal(String text) {
        return variables.resolve(text, UrlText::decode);
    }

    private static String database(String path) {
        String name = path.isEmpty() ? "" : decode(path.substring(1));
        if (name.isEmpty()) {
            throw new BadValueException("no database is named", FORM);
        }
        if (name.indexOf('/') >= 0 || name.indexOf('@') >= 0) {
            // Most likely a password with a slash in it, so the text is not repeated.
            throw new BadValueException("the database's name has a / or @ in it", FORM + "; " + ENCODE);
        }
        return name;
    }

    private static Map<String, String> options(String query) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            if (pair.isEmpty()) {
                continue;
            }
            if (equals <= 0) {
                throw new BadValueException("an option behind ? has no value", "write ?name=value&name=value");
            }
            String name = decode(pair.substring(0, equals));
            if (name.equalsIgnoreCase("user") || name.equalsIgnoreCase("password")) {
                throw new BadValueException("the option " + name + " stands behind ?", FORM);
            }
            if (options.put(name, decode(pair.substring(equals + 1))) != null) {
                throw new BadValueException("the option " + name + " is given twice", "leave one away");
            }
        }
        return options;
    }

    private static int defaultPort(String scheme) {
        return scheme.equals("postgresql") ? Defaults.POSTGRESQL_PORT : Defaults.MYSQL_PORT;
    }

    private static int firstOf(String text, String signs) {
        for (int i = 0; i < text.length(); i++) {
            if (signs.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return text.length();
    }

    /** RFC 3986 percent-decoding; a + is a plus here. */
    static String decode(String text) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[raw.length];
        int length = 0;
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                out[length++] = raw[i];
                continue;
            }
            int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
            int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw new BadValueException(
                        "a % is not followed by two hexadecimal digits", "write %25 for a percent sign");
            }
            out[length++] = (byte) (high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(out, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadValueException("what is percent-encoded is not UTF-8", "encode the UTF-8 bytes");
        }
    }
}
