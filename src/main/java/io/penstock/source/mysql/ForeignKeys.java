package io.penstock.source.mysql;

import io.penstock.source.mysql.ForeignKey.Rule;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** The foreign keys of all tables that change rows, as the catalogue has them now. */
final class ForeignKeys {
    private static final String ASKED = "SELECT k.TABLE_SCHEMA, k.TABLE_NAME, k.CONSTRAINT_NAME, k.COLUMN_NAME,"
            + " k.REFERENCED_TABLE_SCHEMA, k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME, r.DELETE_RULE,"
            + " r.UPDATE_RULE, c.COLLATION_NAME FROM information_schema.REFERENTIAL_CONSTRAINTS r"
            + " JOIN information_schema.KEY_COLUMN_USAGE k ON k.CONSTRAINT_SCHEMA = r.CONSTRAINT_SCHEMA"
            + " AND k.CONSTRAINT_NAME = r.CONSTRAINT_NAME AND k.TABLE_NAME = r.TABLE_NAME"
            + " JOIN information_schema.COLUMNS c ON c.TABLE_SCHEMA = k.TABLE_SCHEMA AND c.TABLE_NAME = k.TABLE_NAME"
            + " AND c.COLUMN_NAME = k.COLUMN_NAME WHERE r.DELETE_RULE IN ('CASCADE', 'SET NULL')"
            + " OR r.UPDATE_RULE IN ('CASCADE', 'SET NULL') ORDER BY 1, 2, 3, k.ORDINAL_POSITION";

    private ForeignKeys() {}

    /** @param answers the server's rows for a statement */
    static List<ForeignKey> read(Function<String, List<Row>> answers) {
        Map<String, Draft> drafts = new LinkedHashMap<>();
        for (Row row : answers.apply(ASKED)) {
            Ddl.Table child = new Ddl.Table(Session.text(row, 0), Session.text(row, 1));
            String name = Session.text(row, 2);
            drafts.computeIfAbsent(child + " " + name, id -> new Draft(name, child, row))
                    .add(row);
        }
        return drafts.values().stream().map(Draft::finished).toList();
    }

    /**
     * Tables that aren't replicated, and by which rows of replicated ones change: what leads there is not known to the
     * target.
     */
    static List<ForeignKey> throughUnknown(List<ForeignKey> keys, Predicate<Ddl.Table> selected) {
        return keys.stream()
                .filter(key -> !selected.test(key.child()))
                .filter(key -> keys.stream()
                        .anyMatch(next -> next.parent().equals(key.child()) && selected.test(next.child())))
                .toList();
    }

    private static final class Draft {
        final String name;
        final Ddl.Table child;
        final Row first;
        final List<String> columns = new ArrayList<>();
        final List<String> references = new ArrayList<>();
        boolean loosely;

        Draft(String name, Ddl.Table child, Row first) {
            this.name = name;
            this.child = child;
            this.first = first;
        }

        void add(Row row) {
            columns.add(Session.text(row, 3));
            references.add(Session.text(row, 6));
            String collation = Session.text(row, 9);
            loosely |= collation != null && !collation.endsWith("_bin") && !collation.equals("binary");
        }

        ForeignKey finished() {
            return new ForeignKey(
                    name,
                    child,
                    columns,
                    new Ddl.Table(Session.text(first, 4), Session.text(first, 5)),
                    references,
                    Rule.of(Session.text(first, 7)),
                    Rule.of(Session.text(first, 8)),
                    loosely);
        }
    }
}
