package io.penstock.source.mysql;

import io.penstock.source.mysql.Ddl.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what ALTER TABLE does to names, and whether rows get another content without an event for each. */
final class AlterReader {
    private static final Set<String> NO_COLUMN = Set.of(
            "INDEX",
            "KEY",
            "CONSTRAINT",
            "PRIMARY",
            "UNIQUE",
            "FULLTEXT",
            "SPATIAL",
            "FOREIGN",
            "CHECK",
            "PERIOD",
            "SYSTEM",
            "PARTITION");
    private static final Set<String> TAKE_ROWS = Set.of("DROP", "TRUNCATE", "EXCHANGE", "DISCARD", "IMPORT", "CONVERT");

    private final SqlWords words;
    private final Map<String, String> renames = new HashMap<>();
    private final List<Table> others = new ArrayList<>();
    private Table to;
    private boolean rowsChange;

    /** @param words behind ALTER TABLE */
    AlterReader(SqlWords words) {
        this.words = words;
    }

    /** @param ignoring whether rows that stand in the way go */
    Ddl.Alter read(boolean ignoring) {
        rowsChange = ignoring;
        words.takesIf();
        Table table = words.table();
        if (words.takes("WAIT")) {
            words.word();
        } else {
            words.takes("NOWAIT");
        }
        words.clauses().forEach(this::clause);
        return new Ddl.Alter(table, renames, to, DdlReader.mentionsForeignKeys(words), rowsChange, others);
    }

    private void clause(SqlWords clause) {
        if (clause.isNextIn(TAKE_ROWS)) {
            clause.word();
            if (clause.isNext("PARTITION") || clause.isNext("TABLESPACE")) {
                partition(clause);
            } else if (clause.takes("TABLE")) {
                // CONVERT TABLE other TO PARTITION …
                others.add(clause.table());
                rowsChange = true;
            }
        } else if (clause.takes("CHANGE")) {
            column(clause, false);
            rowsChange |= NewColumn.isGenerated(clause.rest());
        } else if (clause.takes("MODIFY")) {
            rowsChange |= NewColumn.isGenerated(clause.rest());
        } else if (clause.takes("ADD")) {
            rowsChange |= !clause.isNextIn(NO_COLUMN) && NewColumn.fillsOlderRows(clause.rest());
        } else if (clause.takes("RENAME")) {
            rename(clause);
        }
    }

    /** Rows that leave with their partition, come with one, or change places with those of another table. */
    private void partition(SqlWords clause) {
        rowsChange = true;
        clause.skipTo("TABLE");
        if (clause.takes("TABLE")) {
            others.add(clause.table());
        }
    }

    private void rename(SqlWords clause) {
        if (clause.takes("COLUMN")) {
            column(clause, true);
        } else if (!clause.isNext("INDEX") && !clause.isNext("KEY") && !clause.isNext("CONSTRAINT")) {
            if (!clause.takes("TO") && !clause.takes("AS")) {
                clause.takesSign('=');
            }
            to = clause.table();
        }
    }

    private void column(SqlWords clause, boolean withTo) {
        clause.takes("COLUMN");
        clause.takesIf();
        String from = clause.name();
        if (withTo) {
            clause.takes("TO");
        }
        String now = clause.name();
        if (!from.equals(now)) {
            renames.put(from, now);
        }
    }
}
