package io.penstock.source.mysql;

import io.penstock.source.mysql.Ddl.Table;
import java.util.ArrayList;
import java.util.List;
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
    private static final Set<String> OF_FOREIGN_KEYS = Set.of("FOREIGN", "REFERENCES", "CONSTRAINT");

    private final SqlWords words;

    private DdlReader(SqlWords words) {
        this.words = words;
    }

    static Ddl read(QueryEvent query) {
        return new DdlReader(new SqlWords(SqlTokens.of(query.sql(), query.ansiQuotes()))).statement();
    }

    static boolean mentionsForeignKeys(SqlWords statement) {
        return statement.mentions(OF_FOREIGN_KEYS);
    }

    private Ddl statement() {
        String verb = words.word();
        return switch (verb) {
            case "BEGIN" -> new Ddl.Begin();
            case "COMMIT" -> new Ddl.Commit();
            case "ROLLBACK" ->
                words.takes("TO") || words.takes("WORK") && words.takes("TO")
                        ? new Ddl.Savepoint()
                        : new Ddl.Rollback();
            case "SAVEPOINT", "RELEASE" -> new Ddl.Savepoint();
            case "XA" -> new Ddl.Xa();
            case "TRUNCATE" -> {
                words.takes("TABLE");
                yield new Ddl.Truncate(words.table());
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
        while (words.isNextIn(BETWEEN)) {
            String between = words.word();
            replace |= between.equals("REPLACE");
            if (between.equals("TEMPORARY")) {
                return new Ddl.Harmless();
            }
        }
        if (!words.takes("TABLE")) {
            // A view, an index, a routine, an account, a database, a sequence: no rows of tables.
            return new Ddl.Harmless();
        }
        boolean keep = words.takesIf();
        Table table = words.table();
        boolean withRows = words.endsWith("START", "TRANSACTION");
        return new Ddl.Create(table, replace, keep, withRows, mentionsForeignKeys(words));
    }

    private Ddl alter() {
        boolean ignoring = false;
        while (words.isNextIn(BETWEEN)) {
            ignoring |= words.word().equals("IGNORE");
        }
        return words.takes("TABLE") ? new AlterReader(words).read(ignoring) : new Ddl.Harmless();
    }

    private Ddl rename() {
        if (!words.takes("TABLE") && !words.takes("TABLES")) {
            return new Ddl.Harmless(); // an account
        }
        words.takesIf();
        List<Table> from = new ArrayList<>();
        List<Table> to = new ArrayList<>();
        do {
            from.add(words.table());
            words.skipTo("TO"); // WAIT n, NOWAIT
            words.takes("TO");
            to.add(words.table());
        } while (words.takesSign(','));
        return new Ddl.Rename(from, to);
    }

    private Ddl drop() {
        if (words.takes("DATABASE") || words.takes("SCHEMA")) {
            words.takesIf();
            return new Ddl.DropDatabase(words.name());
        }
        if (words.takes("TEMPORARY") || !(words.takes("TABLE") || words.takes("TABLES"))) {
            return new Ddl.Harmless();
        }
        words.takesIf();
        List<Table> tables = new ArrayList<>();
        do {
            tables.add(words.table());
        } while (words.takesSign(','));
        return new Ddl.Drop(tables);
    }
}
