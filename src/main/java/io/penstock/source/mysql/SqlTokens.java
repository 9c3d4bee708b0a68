package io.penstock.source.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of a statement. Comments are passed over; what MySQL and MariaDB execute inside of comments
 * ({@code /*!40101 … *}{@code /}) counts.
 */
final class SqlTokens {
    /** What a token is. */
    enum Kind {
        WORD,
        NAME,
        TEXT,
        SIGN
    }

    /** @param text a quoted name or text without its quotes */
    record Token(Kind kind, String text) {
        boolean isWord(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }

        boolean isSign(char sign) {
            return kind == Kind.SIGN && text.charAt(0) == sign;
        }

        /** True for what may name a table or column. */
        boolean isName() {
            return kind == Kind.WORD || kind == Kind.NAME;
        }
    }

    private final String sql;
    private final boolean ansiQuotes;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int executed;

    private SqlTokens(String sql, boolean ansiQuotes) {
        this.sql = sql;
        this.ansiQuotes = ansiQuotes;
    }

    static List<Token> of(String sql, boolean ansiQuotes) {
        SqlTokens reader = new SqlTokens(sql, ansiQuotes);
        while (reader.at < sql.length()) {
            reader.next();
        }
        return reader.tokens;
    }

    private void next() {
        char c = sql.charAt(at);
        if (Character.isWhitespace(c)) {
            at++;
        } else if (sql.startsWith("/*", at)) {
            comment();
        } else if (executed > 0 && sql.startsWith("*/", at)) {
            executed--;
            at += 2;
        } else if (c == '#' || (sql.startsWith("--", at) && (at + 2 == sql.length() || sql.charAt(at + 2) <= ' '))) {
            int end = sql.indexOf('\n', at);
            at = end < 0 ? sql.length() : end + 1;
        } else if (c == '`' || c == '\'' || c == '"') {
            quoted(c);
        } else if (isWordPart(c)) {
            int from = at;
            while (at < sql.length() && isWordPart(sql.charAt(at))) {
                at++;
            }
            tokens.add(new Token(Kind.WORD, sql.substring(from, at)));
        } else {
            tokens.add(new Token(Kind.SIGN, String.valueOf(c)));
            at++;
        }
    }

    private void comment() {
        int mark = sql.startsWith("/*M!", at) ? at + 4 : sql.startsWith("/*!", at) ? at + 3 : -1;
        if (mark < 0) {
            int end = sql.indexOf("*/", at + 2);
            at = end < 0 ? sql.length() : end + 2;
            return;
        }
        executed++;
        at = mark;
        while (at < sql.length() && Character.isDigit(sql.charAt(at))) {
            at++;
        }
    }

    private void quoted(char quote) {
        boolean name = quote == '`' || (quote == '"' && ansiQuotes);
        StringBuilder text = new StringBuilder();
        at++;
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            if (c == '\\' && !name && at < sql.length()) {
                text.append(sql.charAt(at++));
            } else if (c != quote) {
                text.append(c);
            } else if (at < sql.length() && sql.charAt(at) == quote) {
                text.append(quote);
                at++;
            } else {
                break;
            }
        }
        tokens.add(new Token(name ? Kind.NAME : Kind.TEXT, text.toString()));
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '@' || c > 0x7F;
    }

    /** For messages: the statement's beginning, on one line. */
    static String shown(String sql) {
        String line = sql.strip().replaceAll("\\s+", " ");
        return line.length() <= 200 ? line : line.substring(0, 200) + " …";
    }

    static String upper(Token token) {
        return token.kind() == Kind.WORD ? token.text().toUpperCase(Locale.ROOT) : "";
    }
}
