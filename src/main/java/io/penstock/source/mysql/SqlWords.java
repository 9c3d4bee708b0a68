package io.penstock.source.mysql;

import io.penstock.source.mysql.SqlTokens.Kind;
import io.penstock.source.mysql.SqlTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A cursor over the words of a statement. */
final class SqlWords {
    private final List<Token> tokens;
    private int at;

    SqlWords(List<Token> tokens) {
        this.tokens = tokens;
    }

    boolean atEnd() {
        return at >= tokens.size();
    }

    /** The words that have not been read. */
    List<Token> rest() {
        return tokens.subList(at, tokens.size());
    }

    boolean isNext(String word) {
        return !atEnd() && tokens.get(at).isWord(word);
    }

    boolean isNextIn(Set<String> words) {
        return !atEnd() && words.contains(SqlTokens.upper(tokens.get(at)));
    }

    /** Reads the word if it is the next one. */
    boolean takes(String word) {
        boolean there = isNext(word);
        at += there ? 1 : 0;
        return there;
    }

    boolean takesSign(char sign) {
        boolean there = !atEnd() && tokens.get(at).isSign(sign);
        at += there ? 1 : 0;
        return there;
    }

    /** The next word in capitals; empty for what is none, and at the end. */
    String word() {
        return atEnd() ? "" : SqlTokens.upper(tokens.get(at++));
    }

    void skipTo(String word) {
        while (!atEnd() && !isNext(word)) {
            at++;
        }
    }

    /** IF EXISTS and IF NOT EXISTS. */
    boolean takesIf() {
        boolean there = takes("IF");
        if (there) {
            takes("NOT");
            word();
        }
        return there;
    }

    /** A name, quoted or not; empty where there is none. */
    String name() {
        if (atEnd() || !(tokens.get(at).isName() || tokens.get(at).kind() == Kind.TEXT)) {
            return "";
        }
        return tokens.get(at++).text();
    }

    Ddl.Table table() {
        String first = name();
        return takesSign('.') ? new Ddl.Table(first, name()) : new Ddl.Table(null, first);
    }

    boolean mentions(Set<String> words) {
        return tokens.stream().anyMatch(token -> words.contains(SqlTokens.upper(token)));
    }

    boolean endsWith(String before, String last) {
        int size = tokens.size();
        return size > 2
                && tokens.get(size - 2).isWord(before)
                && tokens.get(size - 1).isWord(last);
    }

    /** What stands between commas outside of brackets, to the end. */
    List<SqlWords> clauses() {
        List<SqlWords> clauses = new ArrayList<>();
        List<Token> clause = new ArrayList<>();
        int depth = 0;
        for (; at < tokens.size(); at++) {
            Token token = tokens.get(at);
            depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
            if (depth == 0 && token.isSign(',')) {
                clauses.add(new SqlWords(clause));
                clause = new ArrayList<>();
            } else {
                clause.add(token);
            }
        }
        clauses.add(new SqlWords(clause));
        return clauses;
    }
}
