package io.penstock.target.mysql;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation.Described;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.target.LaneGuard;
import io.penstock.target.Reconciled;
import io.penstock.target.Statement;
import io.penstock.target.TargetSchema;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The tables of a MySQL or MariaDB target, written down in {@code penstock.tables} as far as they are replicated. */
final class MysqlSchema implements TargetSchema {
    private final MysqlExecutor sql;
    private final Supplier<Future<Dialect>> server;
    private final Naming naming;
    private final KnownTables known;
    private final TableLedger ledger;
    private final MysqlCatalog catalog;

    /** @param server what the server is, asked once */
    MysqlSchema(MysqlExecutor sql, Supplier<Future<Dialect>> server, Naming naming, KnownTables known) {
        this.sql = sql;
        this.server = server;
        this.naming = naming;
        this.known = known;
        this.ledger = new TableLedger(sql);
        this.catalog = new MysqlCatalog(sql);
    }

    @Override
    public Future<List<String>> prepare(List<TableDefinition> tables, boolean create) {
        return server.get()
                .compose(dialect -> new Preparation(sql, new TypeMapping(dialect), known, naming, tables)
                        .prepared(create)
                        .compose(warnings ->
                                durability().map(lax -> join(lax, ServerWarnings.leftOut(tables), warnings))));
    }

    @SafeVarargs
    private static List<String> join(List<String>... lists) {
        return java.util.Arrays.stream(lists).flatMap(List::stream).toList();
    }

    private Future<List<String>> durability() {
        return sql.query(ServerWarnings.SETTINGS).map(rows -> ServerWarnings.of(rows.get(0)));
    }

    /** Nothing is left for later: what is made here is made before the copy. */
    @Override
    public Future<Void> finish(List<TableDefinition> tables) {
        return Future.succeededFuture();
    }

    @Override
    public boolean fits(TableSchema table) {
        KnownTable there = known.get(table.name());
        return there != null && there.fits(table);
    }

    @Override
    public Future<Boolean> isDivisible(TableDefinition table) {
        KnownTable there = known.get(table.name());
        if (there == null || table.schema().isKeyless() || there.tiesRows()) {
            return Future.succeededFuture(false);
        }
        return there.hasOneOrder() ? Future.succeededFuture(true) : isEmpty(there.target());
    }

    @Override
    public boolean hasReplaceableParts(TableName table) {
        KnownTable there = known.get(table);
        return there != null && there.hasOneOrder();
    }

    @Override
    public String family(TableName table) {
        return known.family(table);
    }

    @Override
    public Map<TableName, String> ties() {
        return known.ties();
    }

    /**
     * DDL is no part of a transaction here. So the lane's row is held by one session while another changes the table:
     * a new reign waits, and one that is over finds the row taken from it before it changes anything.
     */
    @Override
    public Future<Void> adapt(
            Described described, boolean create, LaneGuard guard, LanePosition from, LanePosition to) {
        TableDefinition definition = Reconciled.of(described);
        TableName name = naming.of(definition.name());
        return server.get().compose(dialect -> {
            TableDdl ddl = new TableDdl(definition, name, new TypeMapping(dialect));
            return ledger.created()
                    .compose(done -> ledger.load())
                    .compose(records -> catalog.tables(Set.of(name))
                            .compose(present -> isEmpty(present.get(name)).compose(empty -> {
                                TableRecord before = records.get(name);
                                List<String> statements = statements(definition, present.get(name), before, ddl, empty);
                                if (!create && !statements.isEmpty()) {
                                    return Future.failedFuture(Refusal.run(
                                            "The target's table " + name + " does not fit the source's any more",
                                            statements));
                                }
                                boolean made = present.get(name) == null || before != null && before.made();
                                TableRecord after =
                                        TableRecord.of(definition, name, made).numberedAs(before);
                                return sql.holding(
                                                guard.hold(from),
                                                () -> changed(definition, statements),
                                                List.of(TableLedger.save(after), guard.advance(from, to)))
                                        .compose(done -> known(definition, after));
                            })));
        });
    }

    private Future<Void> known(TableDefinition definition, TableRecord record) {
        return catalog.tables(Set.of(record.name())).map(now -> {
            known.put(definition.name(), new KnownTable(now.get(record.name()), record, definition));
            return null;
        });
    }

    private Future<Boolean> isEmpty(TargetTable table) {
        return table == null
                ? Future.succeededFuture(true)
                : sql.query(Statement.of("SELECT 1 AS found FROM " + Quoting.name(table.name()) + " LIMIT 1"))
                        .map(List::isEmpty);
    }

    private static List<String> statements(
            TableDefinition definition, TargetTable there, TableRecord record, TableDdl ddl, boolean empty) {
        if (there == null) {
            return ddl.create();
        }
        return record == null ? List.of() : new TableChange(definition, there, record, ddl, empty).statements();
    }

    private Future<Void> changed(TableDefinition definition, List<String> statements) {
        if (statements.isEmpty()) {
            return Future.succeededFuture();
        }
        return sql.query(Statement.of(String.join("; ", statements)))
                .<Void>mapEmpty()
                .recover(e -> Future.failedFuture(Refusal.during("Changing the table " + definition.name(), e)));
    }

    @Override
    public Future<Boolean> refreshTypes(TableDefinition definition) {
        KnownTable there = known.get(definition.name());
        if (there == null) {
            return Future.succeededFuture(false);
        }
        EnumLedger labels = new EnumLedger(sql);
        return labels.renames(definition.types())
                .map(renames -> new EnumChange(definition, there.target(), renames).statements())
                .compose(statements -> statements.isEmpty()
                        ? Future.succeededFuture(false)
                        : sql.query(Statement.of(String.join("; ", statements)))
                                .compose(done -> labels.renewed(definition.types()))
                                .compose(done -> known(definition, there.record()))
                                .map(true));
    }
}
