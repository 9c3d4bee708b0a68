package io.penstock.target.mysql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Brings the target into a state that rows can be written to. Only adds, and never touches what holds rows: a reign that
 * is over may still be preparing, and what the source dropped or renamed is done at its place in the stream.
 */
final class Preparation {
    private final SqlExecutor sql;
    private final MysqlCatalog catalog;
    private final TableLedger ledger;
    private final TypeMapping types;
    private final KnownTables known;
    private final List<TableDefinition> tables;
    private final Map<TableName, TableName> names;
    private final List<String> warnings = new ArrayList<>();

    Preparation(SqlExecutor sql, TypeMapping types, KnownTables known, Naming naming, List<TableDefinition> tables) {
        this.sql = sql;
        this.catalog = new MysqlCatalog(sql);
        this.ledger = new TableLedger(sql);
        this.types = types;
        this.known = known;
        this.tables = tables;
        this.names = naming.of(tables.stream().map(TableDefinition::name).toList());
    }

    Future<List<String>> prepared(boolean create) {
        return ledger.created()
                .compose(done -> catalog.tables(names.values()))
                .compose(present -> missingMade(present, create))
                .compose(done -> ledger.load()
                        .compose(records -> catalog.tables(names.values())
                                .compose(present -> create ? columnsAdded(present, records) : Future.succeededFuture())
                                .compose(added -> catalog.tables(names.values()))
                                .compose(present -> recorded(present, records))))
                .map(done -> warnings);
    }

    private Future<Void> missingMade(Map<TableName, TargetTable> present, boolean create) {
        List<TableDefinition> missing = tables.stream()
                .filter(table -> !present.containsKey(names.get(table.name())))
                .toList();
        if (missing.isEmpty()) {
            return Future.succeededFuture();
        }
        if (!create) {
            List<String> statements = new ArrayList<>();
            missing.forEach(table -> statements.addAll(ddl(table).create()));
            return Future.failedFuture(Refusal.run(
                    "The target lacks the tables "
                            + missing.stream().map(TableDefinition::name).toList(),
                    statements));
        }
        Future<Void> all = Future.succeededFuture();
        for (TableDefinition table : missing) {
            all = all.compose(done -> made(table));
        }
        return all;
    }

    private Future<Void> made(TableDefinition table) {
        TableRecord record = TableRecord.of(table, names.get(table.name()), true);
        List<String> statements = ddl(table).create();
        return sql.query(Statement.of(String.join("; ", statements)))
                // Behind the table: a record of a table that is not there would be wrong, a table without one is not
                // ours.
                .compose(done -> sql.query(TableLedger.save(record)))
                .<Void>mapEmpty()
                .recover(e -> Future.failedFuture(Refusal.during("Making the table " + table.name(), e)));
    }

    private TableDdl ddl(TableDefinition table) {
        return new TableDdl(table, names.get(table.name()), types);
    }

    private Future<Void> columnsAdded(Map<TableName, TargetTable> present, Map<TableName, TableRecord> records) {
        Future<Void> all = Future.succeededFuture();
        for (TableDefinition table : tables) {
            TargetTable there = present.get(names.get(table.name()));
            TableRecord record = records.get(names.get(table.name()));
            if (there == null
                    || record == null
                    || !record.made()
                    || record.sourceId() != table.schema().sourceId()) {
                continue;
            }
            List<Column> missing = missing(table, there, record);
            if (!missing.isEmpty()) {
                String alter = TableChange.alter(
                        there.name(),
                        missing.stream()
                                .map(column -> "ADD COLUMN " + ddl(table).addedColumn(column))
                                .toList());
                all = all.compose(done -> sql.query(Statement.of(alter))
                        .<Void>mapEmpty()
                        .recover(e ->
                                Future.failedFuture(Refusal.during("Adding columns to the table " + table.name(), e))));
            }
        }
        return all;
    }

    /** A column whose number is recorded under another name was renamed: that has its place in the stream. */
    private static List<Column> missing(TableDefinition table, TargetTable there, TableRecord record) {
        Set<Integer> numbers = new HashSet<>();
        record.columns().forEach(column -> numbers.add(column.number()));
        return TableDdl.written(table).stream()
                .filter(column -> there.column(column.name()) == null
                        && !(column.number() > 0 && numbers.contains(column.number())))
                .toList();
    }

    private Future<Void> recorded(Map<TableName, TargetTable> present, Map<TableName, TableRecord> records) {
        List<Statement> fresh = new ArrayList<>();
        for (TableDefinition table : tables) {
            TableName name = names.get(table.name());
            TargetTable there = present.get(name);
            if (there == null) {
                return Future.failedFuture(Refusal.of("The table " + name + " vanished from the target", ""));
            }
            TableRecord record = records.get(name);
            if (record == null) {
                record = TableRecord.of(table, name, false);
                fresh.add(TableLedger.save(record));
            }
            known.put(table.name(), new KnownTable(there, record, table));
            warn(table, there, record);
        }
        Future<?> saved = fresh.isEmpty() ? Future.succeededFuture() : sql.transaction(fresh);
        return saved.compose(done -> new EnumLedger(sql)
                .noted(tables.stream().flatMap(table -> table.types().stream()).toList()));
    }

    private void warn(TableDefinition table, TargetTable there, TableRecord record) {
        if (!there.triggers().isEmpty()) {
            warnings.add("The target's table " + there.name() + " has triggers (" + String.join(", ", there.triggers())
                    + ") that fire for replicated rows too, since MySQL and MariaDB can't switch them off: drop those"
                    + " that write what the source's triggers have written already");
        }
        Set<String> written = new HashSet<>();
        for (Column column : TableDdl.written(table)) {
            written.add(column.name().toLowerCase(java.util.Locale.ROOT));
            if (there.column(column.name()) == null) {
                warnings.add("The target lacks the column " + there.name() + "." + column.name()
                        + "; rows that have it will stop the loop. Run: "
                        + TableChange.alter(
                                there.name(), List.of("ADD COLUMN " + ddl(table).addedColumn(column))));
            }
        }
        for (TargetColumn column : there.columns()) {
            boolean required = !column.nullable() && !column.hasDefault() && !column.generated();
            boolean recorded = record.columns().stream().anyMatch(c -> c.name().equalsIgnoreCase(column.name()));
            if (required && !recorded && !written.contains(column.name().toLowerCase(java.util.Locale.ROOT))) {
                warnings.add("The target's column " + there.name() + "." + column.name()
                        + " must be filled, but the source has none: give it a default, or new rows will be refused");
            }
        }
    }
}
