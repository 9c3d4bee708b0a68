package io.penstock.config;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads {@code schema.table}, {@code schema.*}, {@code table}, {@code "Odd.Name"."x ""y"""}. A part in double quotes or
 * backquotes is literal; in any other {@code *} and {@code ?} are wild and case counts.
 */
final class TablePatternText {
    private static final String FORM = "write schema.table, where * and ? are wild, and put odd names in double quotes";
    /** Both products cut or refuse longer names (PostgreSQL: bytes, NAMEDATALEN − 1; MySQL: 64 characters). */
    private static final int NAME_BYTES_AT_MOST = 256;

    private final String text;
    private int at;

    private TablePatternText(String text) {
        this.text = text;
    }

    static TablePattern parse(String text, String defaultSchema) {
        List<TablePattern.Part> parts = new TablePatternText(text.strip()).parts();
        return switch (parts.size()) {
            case 1 -> new TablePattern(literal(defaultSchema), parts.get(0));
            case 2 -> new TablePattern(parts.get(0), parts.get(1));
            default ->
                throw new BadValueException(
                        "\"" + text + "\" has " + parts.size() + " parts", "name schema and table only");
        };
    }

    private List<TablePattern.Part> parts() {
        List<TablePattern.Part> parts = new ArrayList<>();
        do {
            boolean quoted = at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '`');
            parts.add(quoted ? quoted(text.charAt(at)) : plain());
        } while (at++ < text.length());
        return parts;
    }

    private TablePattern.Part quoted(char quote) {
        StringBuilder name = new StringBuilder();
        for (at++; at < text.length(); at++) {
            if (text.charAt(at) != quote) {
                name.append(text.charAt(at));
            } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                name.append(quote);
                at++;
            } else {
                at++;
                if (at < text.length() && text.charAt(at) != '.') {
                    throw bad("has something other than a dot behind a quoted part");
                }
                return literal(checked(name.toString()));
            }
        }
        throw bad("has a quote that is not closed");
    }

    private TablePattern.Part plain() {
        int end = text.indexOf('.', at);
        String part = text.substring(at, end < 0 ? text.length() : end);
        at = end < 0 ? text.length() : end;
        if (!part.equals(part.strip()) || part.chars().anyMatch(c -> "\"`,;%".indexOf(c) >= 0)) {
            throw bad("has a quote, comma, semicolon, percent sign or outer space in an unquoted part");
        }
        checked(part);
        boolean wild = part.indexOf('*') >= 0 || part.indexOf('?') >= 0;
        return wild ? new TablePattern.Part(part, null, regex(part)) : literal(part);
    }

    private String checked(String name) {
        if (name.isEmpty()) {
            throw bad("has an empty part");
        }
        if (name.indexOf(0) >= 0 || name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_AT_MOST) {
            throw bad("has a part that can't be a name");
        }
        return name;
    }

    private BadValueException bad(String problem) {
        return new BadValueException("the table pattern '" + text + "' " + problem, FORM);
    }

    private static TablePattern.Part literal(String name) {
        boolean plain = name.chars().noneMatch(c -> ".*?\"`,;%".indexOf(c) >= 0) && name.equals(name.strip());
        return new TablePattern.Part(plain ? name : '"' + name.replace("\"", "\"\"") + '"', name, null);
    }

    private static Pattern regex(String glob) {
        StringBuilder regex = new StringBuilder();
        glob.codePoints()
                .forEach(c -> regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c))));
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}
