package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableName;
import io.penstock.model.TypeDefinition;
import io.penstock.target.SqlExecutor;
import io.penstock.target.postgresql.TargetTable.TargetColumn;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
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
    private final PostgresTargetCatalog catalog;
    private final TableLedger ledger;
    private final Ddl ddl;
    private final Foundations foundations;
    private final KnownTables known;
    private final List<TableDefinition> tables;
    private final List<TableName> names;
    private final EnumLabels labels;
    private final List<String> warnings = new ArrayList<>();

    Preparation(SqlExecutor sql, KnownTables known, List<TableDefinition> tables) {
        this.sql = sql;
        this.catalog = new PostgresTargetCatalog(sql);
        this.ledger = new TableLedger(sql);
        this.ddl = new Ddl(sql);
        this.foundations = new Foundations(catalog, ddl);
        this.labels = new EnumLabels(sql);
        this.known = known;
        this.tables = tables;
        this.names = tables.stream().map(TableDefinition::name).toList();
    }

    Future<List<String>> prepared(boolean create) {
        return ledger.created()
                .compose(done -> catalog.tables(names))
                .compose(present -> missingMade(present, create))
                .compose(done -> create ? emptyRenewed() : Future.succeededFuture())
                .compose(made -> ledger.load()
                        .compose(records -> catalog.tables(names)
                                .compose(present -> columnsAdded(present, records, create))
                                .compose(done -> create ? labels.added(types()) : Future.succeededFuture())
                                .compose(done -> catalog.tables(names))
                                .compose(present -> recorded(present, records))))
                .map(done -> warnings);
    }

    private List<TypeDefinition> types() {
        return tables.stream().flatMap(table -> table.types().stream()).toList();
    }

    private Future<Void> missingMade(Map<TableName, CatalogTable> present, boolean create) {
        List<TableDefinition> missing = tables.stream()
                .filter(table -> !present.containsKey(table.name()))
                .toList();
        if (missing.isEmpty()) {
            return Future.succeededFuture();
        }
        TableMaker maker = new TableMaker(ddl, tables, present::containsKey);
        if (!create) {
            return Future.failedFuture(refusal(missing, maker));
        }
        return foundations
                .laid(missing)
                .compose(allowed -> maker.make(missing, allowed))
                .onSuccess(warnings::addAll)
                .mapEmpty();
    }

    private Future<Void> emptyRenewed() {
        return ledger.load()
                .compose(records -> catalog.tables(names)
                        .compose(present -> new EmptyTables(sql, catalog, ddl)
                                .renewed(
                                        tables,
                                        present,
                                        records,
                                        new TableMaker(ddl, tables, present::containsKey),
                                        foundations)));
    }

    private static RuntimeException refusal(List<TableDefinition> missing, TableMaker maker) {
        List<String> statements = new ArrayList<>();
        missing.forEach(table -> statements.addAll(maker.texts(table, DdlTables.Allowed.ALL)));
        return Refusal.run(
                "The target lacks the tables "
                        + missing.stream().map(TableDefinition::name).toList(),
                statements);
    }

    private Future<Void> columnsAdded(
            Map<TableName, CatalogTable> present, Map<TableName, TableRecord> records, boolean create) {
        List<TableDefinition> lacking = new ArrayList<>();
        for (TableDefinition table : tables) {
            CatalogTable there = present.get(table.name());
            TableRecord record = records.get(table.name());
            if (there != null
                    && create
                    && isOurs(record, table)
                    && !missing(table, there, record).isEmpty()) {
                lacking.add(table);
            }
        }
        if (lacking.isEmpty()) {
            return Future.succeededFuture();
        }
        return foundations
                .laid(lacking)
                .compose(allowed -> Ddl.inTurn(
                        lacking,
                        table -> catalog.isEmpty(Definitions.root(table, byName()))
                                .compose(empty -> {
                                    TableRecord record = records.get(table.name());
                                    CatalogTable there = present.get(table.name());
                                    List<Column> columns = new ArrayList<>(record.columns());
                                    columns.addAll(missing(table, there, record));
                                    TableDefinition widened = Definitions.withColumns(table, columns);
                                    ColumnChanges changes = new ColumnChanges(
                                            widened, there, record, Definitions.root(table, byName()), allowed, empty);
                                    return ddl.runTexts(changes.statements(false))
                                            .onSuccess(done -> warnings.addAll(changes.warnings()))
                                            .recover(e -> Future.failedFuture(
                                                    Refusal.during("Adding columns to the table " + table.name(), e)));
                                })));
    }

    private static boolean isOurs(TableRecord record, TableDefinition table) {
        return record != null
                && record.made()
                && record.sourceId() == table.schema().sourceId();
    }

    /** A column whose number is recorded under another name was renamed: that has its place in the stream. */
    private static List<Column> missing(TableDefinition table, CatalogTable there, TableRecord record) {
        Set<Integer> numbers = new HashSet<>();
        record.columns().forEach(column -> numbers.add(column.number()));
        return TableRecord.written(table).stream()
                .filter(column ->
                        !there.has(column.name()) && !(column.number() > 0 && numbers.contains(column.number())))
                .toList();
    }

    private Future<Void> recorded(Map<TableName, CatalogTable> present, Map<TableName, TableRecord> records) {
        List<TableRecord> fresh = new ArrayList<>();
        for (TableDefinition table : tables) {
            CatalogTable there = present.get(table.name());
            if (there == null) {
                return Future.failedFuture(Refusal.of("The table " + table.name() + " vanished from the target", ""));
            }
            TableRecord record = records.get(table.name());
            if (record == null) {
                record = TableRecord.of(table, false);
                fresh.add(record);
            }
            known.put(there, record, table);
            warn(table, there, record);
        }
        return fresh.isEmpty() ? Future.succeededFuture() : ddl.run(List.of(TableLedger.save(fresh)));
    }

    private void warn(TableDefinition table, CatalogTable there, TableRecord record) {
        Set<String> written = new HashSet<>();
        for (Column column : TableRecord.written(table)) {
            written.add(column.name());
            TargetColumn target = there.table().column(column.name());
            String place = table.name() + "." + column.name();
            if (target == null) {
                warnings.add("The target lacks the column " + place
                        + "; rows that have it will stop the loop. Run: ALTER TABLE " + Quoting.name(table.name())
                        + " ADD COLUMN " + Quoting.identifier(column.name()) + " " + column.type());
            } else if (TypeWidth.isNarrower(target.storedType(), column.type())) {
                warnings.add("The column " + place + " is " + target.storedType()
                        + " on the target, narrower than the source's "
                        + column.type() + ": values that don't fit will stop the loop. Run: ALTER TABLE "
                        + Quoting.name(table.name()) + " ALTER COLUMN " + Quoting.identifier(column.name()) + " TYPE "
                        + column.type());
            }
        }
        for (String required : there.required()) {
            boolean recorded =
                    record.columns().stream().anyMatch(column -> column.name().equals(required));
            if (!written.contains(required) && !recorded) {
                warnings.add("The target's column " + table.name() + "." + required
                        + " must be filled, but the source has none: give it a default, or new rows will be refused");
            }
        }
        for (Constraint constraint : table.constraints()) {
            if (constraint.kind() == ConstraintKind.FOREIGN_KEY && !names.contains(constraint.references())) {
                warnings.add(Finishing.unreplicated(table.name(), constraint));
            }
        }
    }

    private Map<TableName, TableDefinition> byName() {
        Map<TableName, TableDefinition> byName = new HashMap<>();
        tables.forEach(table -> byName.put(table.name(), table));
        return byName;
    }
}
