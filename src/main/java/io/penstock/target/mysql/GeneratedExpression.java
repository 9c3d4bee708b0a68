package io.penstock.target.mysql;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expressions of generated columns that mean the same on PostgreSQL and here: arithmetic without division, comparison
 * and CASE over numbers, with texts as results only. Anything else is left to the operator: a value that is nearly the
 * same would be a wrong one.
 */
final class GeneratedExpression {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:(\"(?:[^\"]|\"\")+\")|('(?:[^']|'')*')(::(?:text|character"
                    + " varying|bpchar)(?:\\(\\d+\\))?)?|([A-Za-z_][A-Za-z0-9_$]*)|(\\d+(?:\\.\\d+)?)|(<=|>=|<>|[-+*<>=(),]))");

    private static final Set<String> WORDS =
            Set.of("case", "when", "then", "else", "end", "and", "or", "not", "is", "null", "coalesce", "abs");

    private GeneratedExpression() {}

    /** @param isNumber whether a column of this name holds numbers */
    static Optional<String> translated(String expression, Predicate<String> isNumber) {
        StringBuilder sql = new StringBuilder();
        Matcher token = TOKEN.matcher(expression);
        int at = 0;
        while (at < expression.length()) {
            if (!token.find(at) || token.start() != at) {
                return expression.substring(at).isBlank()
                        ? Optional.of(sql.toString().strip())
                        : Optional.empty();
            }
            String next = next(token, isNumber);
            if (next == null) {
                return Optional.empty();
            }
            sql.append(next).append(' ');
            at = token.end();
        }
        return Optional.of(sql.toString().strip());
    }

    private static String next(Matcher token, Predicate<String> isNumber) {
        if (token.group(1) != null) {
            String name =
                    token.group(1).substring(1, token.group(1).length() - 1).replace("\"\"", "\"");
            return isNumber.test(name) ? Quoting.identifier(name) : null;
        }
        if (token.group(2) != null) {
            return token.group(2);
        }
        if (token.group(4) != null) {
            String word = token.group(4);
            if (WORDS.contains(word.toLowerCase(Locale.ROOT))) {
                return word;
            }
            return isNumber.test(word) ? Quoting.identifier(word) : null;
        }
        return token.group(5) != null ? token.group(5) : token.group(6);
    }
}
