package io.penstock.source.mysql;

import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.source.SourceException;
import io.penstock.source.mysql.CatalogTable.CatalogColumn;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads {@code information_schema}. Its views are asked one after the other and share no snapshot: a table that is
 * dropped and made again in between would be of two minds, and is read again.
 */
final class Catalog {
    private static final String SYSTEM = "('mysql', 'information_schema', 'performance_schema', 'sys')";
    private static final int MOST_READINGS = 5;

    private final Function<String, List<Row>> answers;
    private final boolean mariaDb;

    Catalog(Session session, boolean mariaDb) {
        this(session::rows, mariaDb);
    }

    /** @param answers the server's rows for a statement */
    Catalog(Function<String, List<Row>> answers, boolean mariaDb) {
        this.answers = answers;
        this.mariaDb = mariaDb;
    }

    /** All tables that hold rows; views, sequences and temporary tables are none. */
    List<Ddl.Table> names() {
        return answers
                .apply("SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_TYPE IN"
                        + " ('BASE TABLE', 'SYSTEM VERSIONED') AND TABLE_SCHEMA NOT IN " + SYSTEM + " ORDER BY 1, 2")
                .stream()
                .map(row -> new Ddl.Table(Session.text(row, 0), Session.text(row, 1)))
                .toList();
    }

    /** With the foreign keys that change rows of these tables. */
    List<CatalogTable> read(Predicate<Ddl.Table> selected) {
        List<CatalogTable> tables = read(names().stream().filter(selected).toList());
        List<ForeignKey> keys = tables.isEmpty() ? List.of() : foreignKeys();
        return tables.stream()
                .map(table -> table.with(keys.stream()
                        .filter(key -> key.child().equals(table.name()))
                        .toList()))
                .toList();
    }

    /** Those of the named tables that exist. */
    List<CatalogTable> read(Collection<Ddl.Table> names) {
        List<CatalogTable> read = names.isEmpty() ? List.of() : readOnce(names);
        for (int reading = 1; !torn(read).isEmpty(); reading++) {
            if (reading == MOST_READINGS) {
                throw unclear(torn(read));
            }
            read = readOnce(names);
        }
        return read;
    }

    private static List<Ddl.Table> torn(List<CatalogTable> tables) {
        return tables.stream()
                .filter(table -> !table.isWhole())
                .map(CatalogTable::name)
                .toList();
    }

    private static SourceException unclear(List<Ddl.Table> torn) {
        return new SourceException(
                SourceException.Kind.RETRYABLE,
                "the source's catalogue shows keys but not all of their columns for " + torn,
                "grant SELECT on the whole of these tables; tables that are being made or dropped right now come by"
                        + " themselves",
                null);
    }

    private List<CatalogTable> readOnce(Collection<Ddl.Table> names) {
        Map<Ddl.Table, Draft> drafts = new LinkedHashMap<>();
        for (Row row : ask("TABLE_ROWS", "TABLES", names, "TABLE_SCHEMA, TABLE_NAME")) {
            long rows = Session.text(row, 2) == null ? -1 : Long.parseLong(Session.text(row, 2));
            drafts.put(named(row), new Draft(named(row), rows));
        }
        for (Row row : ask(
                "COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, GENERATION_EXPRESSION, COLLATION_NAME",
                "COLUMNS",
                names,
                "TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION")) {
            Draft draft = drafts.get(named(row));
            if (draft != null) {
                draft.columns.add(column(row));
            }
        }
        for (Row row : ask(
                "INDEX_NAME, COLUMN_NAME, SUB_PART",
                "STATISTICS",
                names,
                "TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX",
                "NON_UNIQUE = 0")) {
            Draft draft = drafts.get(named(row));
            if (draft != null) {
                String index = Session.text(row, 2);
                String part = Session.text(row, 3);
                draft.unique.computeIfAbsent(index, i -> new ArrayList<>()).add(part == null ? "" : part);
                if (part == null || Session.text(row, 4) != null) {
                    draft.partial.add(index);
                }
            }
        }
        return drafts.values().stream().map(Draft::finished).toList();
    }

    /** Those of all tables by which the server changes rows. */
    List<ForeignKey> foreignKeys() {
        return ForeignKeys.read(answers);
    }

    private List<Row> ask(String what, String view, Collection<Ddl.Table> names, String order, String... also) {
        String wanted = names.stream()
                .map(n -> "(" + Session.literal(n.database()) + "," + Session.literal(n.table()) + ")")
                .collect(Collectors.joining(","));
        return answers.apply("SELECT TABLE_SCHEMA, TABLE_NAME, " + what + " FROM information_schema." + view
                + " WHERE (TABLE_SCHEMA, TABLE_NAME) IN (" + wanted + ")"
                + (also.length > 0 ? " AND " + also[0] : "") + " ORDER BY " + order);
    }

    private static Ddl.Table named(Row row) {
        return new Ddl.Table(Session.text(row, 0), Session.text(row, 1));
    }

    private CatalogColumn column(Row row) {
        String extra = Session.text(row, 6) == null ? "" : Session.text(row, 6).toUpperCase(java.util.Locale.ROOT);
        String generated = Session.text(row, 7);
        return new CatalogColumn(
                Session.text(row, 2),
                CatalogType.text(Session.text(row, 3)),
                "NO".equals(Session.text(row, 4)),
                standard(Session.text(row, 5), Session.text(row, 3), extra),
                generated == null || generated.isEmpty() ? null : generated,
                Session.text(row, 8));
    }

    /** MariaDB prints defaults as expressions, MySQL constants as they are. */
    private String standard(String printed, String type, String extra) {
        if (printed == null || (mariaDb && printed.equals("NULL"))) {
            return null;
        }
        if (mariaDb || extra.contains("DEFAULT_GENERATED")) {
            return printed;
        }
        boolean bare = printed.startsWith("b'") && type.startsWith("bit");
        return bare ? printed : Session.literal(printed);
    }

    /** A table while it is read. */
    private static final class Draft {
        final Ddl.Table name;
        final long rows;
        final List<CatalogColumn> columns = new ArrayList<>();
        final Map<String, List<String>> unique = new LinkedHashMap<>();
        /** Unique indexes over expressions or beginnings of values. */
        final Set<String> partial = new HashSet<>();

        Draft(Ddl.Table name, long rows) {
            this.name = name;
            this.rows = rows;
        }

        CatalogTable finished() {
            List<Constraint> constraints = new ArrayList<>();
            unique.forEach((index, parts) -> {
                boolean primary = index.equals("PRIMARY");
                if (primary || !partial.contains(index)) {
                    constraints.add(new Constraint(
                            index,
                            primary ? ConstraintKind.PRIMARY_KEY : ConstraintKind.UNIQUE,
                            parts,
                            false,
                            null,
                            primary ? "PRIMARY KEY" : "UNIQUE"));
                }
            });
            return new CatalogTable(name, columns, key(), constraints, List.of(), rows);
        }

        /** The server takes the first unique key without NULLs where there is no primary key. */
        private List<String> key() {
            if (unique.containsKey("PRIMARY")) {
                return unique.get("PRIMARY");
            }
            Set<String> notNull = columns.stream()
                    .filter(CatalogColumn::notNull)
                    .map(CatalogColumn::name)
                    .collect(Collectors.toSet());
            return unique.entrySet().stream()
                    .filter(e -> !partial.contains(e.getKey()) && notNull.containsAll(e.getValue()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(List.of());
        }
    }
}
