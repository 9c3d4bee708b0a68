package io.penstock.source.mysql;

import io.penstock.source.mysql.SqlTokens.Kind;
import io.penstock.source.mysql.SqlTokens.Token;
import java.util.List;
import java.util.Set;

/** The definition of a column, as far as it says what rows hold in it that are older. */
final class NewColumn {
    private static final Set<String> CONSTANTS = Set.of("NULL", "TRUE", "FALSE");
    /** Their value for want of another depends on settings of the session. */
    private static final Set<String> TIMES = Set.of("TIMESTAMP", "DATETIME", "DATE");

    private NewColumn() {}

    static boolean isGenerated(List<Token> definition) {
        return has(definition, "AS") || has(definition, "GENERATED");
    }

    /** True where older rows get values that only the server knows. */
    static boolean fillsOlderRows(List<Token> definition) {
        if (isGenerated(definition) || has(definition, "AUTO_INCREMENT") || has(definition, "SERIAL")) {
            return true;
        }
        boolean defaults = false;
        for (int i = 0; i < definition.size(); i++) {
            if (definition.get(i).isWord("DEFAULT")) {
                defaults = true;
                if (i + 1 == definition.size() || !isConstant(definition.get(i + 1))) {
                    return true;
                }
            }
        }
        boolean time = definition.stream().anyMatch(token -> TIMES.contains(SqlTokens.upper(token)));
        return time && !defaults && (has(definition, "NOT") || has(definition, "TIMESTAMP"));
    }

    private static boolean isConstant(Token token) {
        boolean number = token.kind() == Kind.WORD && token.text().matches("[0-9].*|[bBxX]|_.*");
        return token.kind() == Kind.TEXT
                || token.isSign('-')
                || token.isSign('+')
                || token.isSign('.')
                || number
                || CONSTANTS.contains(SqlTokens.upper(token));
    }

    private static boolean has(List<Token> definition, String word) {
        return definition.stream().anyMatch(token -> token.isWord(word));
    }
}
