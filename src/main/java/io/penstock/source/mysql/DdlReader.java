package io.penstock.source.mysql;

import io.penstock.source.mysql.Ddl.Table;
import io.penstock.source.mysql.SqlTokens.Kind;
import io.penstock.source.mysql.SqlTokens.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads as much of a statement as says which tables and names it changes. */
final class DdlReader {
    private static final Set<String> HARMLESS = Set.of(
            "ANALYZE",
            "OPTIMIZE",
            "REPAIR",
            "CHECK",
            "CHECKSUM",
            "FLUSH",
            "GRANT",
            "REVOKE",
            "SET",
            "USE",
            "INSTALL",
            "UNINSTALL",
            "CACHE",
            "RESET",
            "CHANGE",
            "START",
            "STOP",
            "BINLOG",
            "LOCK",
            "UNLOCK",
            "SHUTDOWN",
            "KILL");
    private static final Set<String> DML = Set.of(
            "INSERT", "UPDATE", "DELETE", "REPLACE", "LOAD", "CALL", "WITH", "DO", "SELECT", "EXECUTE", "IMPORT");
    private static final Set<String> BETWEEN = Set.of(
            "ONLINE", "OFFLINE", "IGNORE", "OR", "REPLACE", "IF", "NOT", "EXISTS", "TEMPORARY", "UNDO", "AGGREGATE");

    private final List<Token> tokens;
    private int at;

    private DdlReader(List<Token> tokens) {
        this.tokens = tokens;
    }

    static Ddl read(QueryEvent query) {
        return new DdlReader(SqlTokens.of(query.sql(), query.ansiQuotes())).statement();
    }

    private Ddl statement() {
        String verb = word();
        return switch (verb) {
            case "BEGIN" -> new Ddl.Begin();
            case "COMMIT" -> new Ddl.Commit();
            case "ROLLBACK" -> takes("TO") || takes("WORK") && takes("TO") ? new Ddl.Savepoint() : new Ddl.Rollback();
            case "SAVEPOINT", "RELEASE" -> new Ddl.Savepoint();
            case "XA" -> new Ddl.Xa();
            case "TRUNCATE" -> {
                takes("TABLE");
                yield new Ddl.Truncate(table());
            }
            case "CREATE" -> create();
            case "ALTER" -> alter();
            case "RENAME" -> rename();
            case "DROP" -> drop();
            default ->
                HARMLESS.contains(verb) ? new Ddl.Harmless() : DML.contains(verb) ? new Ddl.Dml() : new Ddl.Unknown();
        };
    }

    private Ddl create() {
        boolean replace = false;
        boolean keep = false;
        while (!atEnd() && BETWEEN.contains(SqlTokens.upper(peek()))) {
            String between = word();
            replace |= between.equals("REPLACE");
            if (between.equals("TEMPORARY")) {
                return new Ddl.Harmless();
            }
        }
        if (!takes("TABLE")) {
            // A view, an index, a routine, an account, a database, a sequence: no rows of tables.
            return new Ddl.Harmless();
        }
        if (takes("IF")) {
            word();
            word();
            keep = true;
        }
        Table table = table();
        boolean withRows = tokens.size() > 2
                && tokens.get(tokens.size() - 2).isWord("START")
                && tokens.get(tokens.size() - 1).isWord("TRANSACTION");
        return new Ddl.Create(table, replace, keep, withRows, mentionsForeignKeys());
    }

    private Ddl alter() {
        while (!atEnd() && BETWEEN.contains(SqlTokens.upper(peek()))) {
            word();
        }
        if (!takes("TABLE")) {
            return new Ddl.Harmless();
        }
        if (takes("IF")) {
            word();
        }
        Table table = table();
        if (takes("WAIT")) {
            word();
        } else {
            takes("NOWAIT");
        }
        Map<String, String> renames = new HashMap<>();
        Table to = null;
        for (List<Token> clause : clauses()) {
            DdlReader part = new DdlReader(clause);
            if (part.takes("CHANGE")) {
                part.columnRename(renames, false);
            } else if (part.takes("RENAME")) {
                if (part.takes("COLUMN")) {
                    part.columnRename(renames, true);
                } else if (!part.isNext("INDEX") && !part.isNext("KEY") && !part.isNext("CONSTRAINT")) {
                    if (!part.takes("TO")
                            && !part.takes("AS")
                            && !part.atEnd()
                            && part.peek().isSign('=')) {
                        part.at++;
                    }
                    to = part.table();
                }
            }
        }
        return new Ddl.Alter(table, renames, to, mentionsForeignKeys());
    }

    private void columnRename(Map<String, String> renames, boolean withTo) {
        takes("COLUMN");
        if (takes("IF")) {
            word();
        }
        String from = name();
        if (withTo) {
            takes("TO");
        }
        String to = name();
        if (!from.equals(to)) {
            renames.put(from, to);
        }
    }

    private Ddl rename() {
        if (!takes("TABLE") && !takes("TABLES")) {
            return new Ddl.Harmless(); // an account
        }
        if (takes("IF")) {
            word();
        }
        List<Table> from = new ArrayList<>();
        List<Table> to = new ArrayList<>();
        do {
            from.add(table());
            while (!atEnd() && !isNext("TO")) {
                at++; // WAIT n, NOWAIT
            }
            takes("TO");
            to.add(table());
        } while (takesSign(','));
        return new Ddl.Rename(from, to);
    }

    private Ddl drop() {
        if (takes("DATABASE") || takes("SCHEMA")) {
            if (takes("IF")) {
                word();
            }
            return new Ddl.DropDatabase(name());
        }
        if (takes("TEMPORARY") || !(takes("TABLE") || takes("TABLES"))) {
            return new Ddl.Harmless();
        }
        if (takes("IF")) {
            word();
        }
        List<Table> tables = new ArrayList<>();
        do {
            tables.add(table());
        } while (takesSign(','));
        return new Ddl.Drop(tables);
    }

    /** What stands between commas outside of brackets, to the end. */
    private List<List<Token>> clauses() {
        List<List<Token>> clauses = new ArrayList<>();
        List<Token> clause = new ArrayList<>();
        int depth = 0;
        for (; at < tokens.size(); at++) {
            Token token = tokens.get(at);
            depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
            if (depth == 0 && token.isSign(',')) {
                clauses.add(clause);
                clause = new ArrayList<>();
            } else {
                clause.add(token);
            }
        }
        clauses.add(clause);
        return clauses;
    }

    private boolean mentionsForeignKeys() {
        return tokens.stream().anyMatch(t -> t.isWord("FOREIGN") || t.isWord("REFERENCES") || t.isWord("CONSTRAINT"));
    }

    private Table table() {
        String first = name();
        return takesSign('.') ? new Table(first, name()) : new Table(null, first);
    }

    private boolean atEnd() {
        return at >= tokens.size();
    }

    private Token peek() {
        return tokens.get(at);
    }

    private boolean isNext(String word) {
        return !atEnd() && peek().isWord(word);
    }

    private boolean takes(String word) {
        boolean there = isNext(word);
        at += there ? 1 : 0;
        return there;
    }

    private boolean takesSign(char sign) {
        boolean there = !atEnd() && peek().isSign(sign);
        at += there ? 1 : 0;
        return there;
    }

    private String word() {
        return atEnd() ? "" : SqlTokens.upper(tokens.get(at++));
    }

    private String name() {
        if (atEnd() || !(peek().isName() || peek().kind() == Kind.TEXT)) {
            return "";
        }
        return tokens.get(at++).text();
    }
}
