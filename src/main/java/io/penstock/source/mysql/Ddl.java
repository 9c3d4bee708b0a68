package io.penstock.source.mysql;

import java.util.List;
import java.util.Map;

/** What a statement in the log does, as far as it matters here. */
sealed interface Ddl {
    /** @param database null where the statement names none */
    record Table(String database, String table) {
        /** With the session's database where the statement named none. */
        Table in(String usual) {
            return database == null ? new Table(usual, table) : this;
        }

        @Override
        public String toString() {
            return database + "." + table;
        }
    }

    record Begin() implements Ddl {}

    record Commit() implements Ddl {}

    record Rollback() implements Ddl {}

    /** Inside of a transaction, and without consequence for its rows. */
    record Savepoint() implements Ddl {}

    record Xa() implements Ddl {}

    /** It changes no replicated data and no table's columns. */
    record Harmless() implements Ddl {}

    /** Rows are changed and the log does not say which. */
    record Dml() implements Ddl {}

    record Truncate(Table table) implements Ddl {}

    /**
     * @param replace whether a table of that name is dropped first
     * @param keep whether a table of that name is left alone
     * @param withRows whether rows follow in the same transaction (MySQL's CREATE TABLE … SELECT)
     * @param foreignKeys whether it has some
     */
    record Create(Table table, boolean replace, boolean keep, boolean withRows, boolean foreignKeys) implements Ddl {}

    /**
     * @param renames new names of columns by their old ones
     * @param to the table's new name, or null
     * @param foreignKeys whether it may add or remove some
     * @param rowsChange whether rows get another content, come or go, and no event tells which
     * @param others tables that give rows to this one or get some from it
     */
    record Alter(
            Table table,
            Map<String, String> renames,
            Table to,
            boolean foreignKeys,
            boolean rowsChange,
            List<Table> others)
            implements Ddl {}

    /** In this order, one after the other. */
    record Rename(List<Table> from, List<Table> to) implements Ddl {}

    record Drop(List<Table> tables) implements Ddl {}

    record DropDatabase(String database) implements Ddl {}

    /** On no list. */
    record Unknown() implements Ddl {}
}
