package io.penstock.target.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.target.ShapeDifference;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.postgresql.DdlTables.Allowed;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tables of ours that are still empty, and were made for a shape that the source has left since: an interrupted first
 * copy leaves them. They are made anew, as there is nothing in them to follow the change.
 */
final class EmptyTables {
    private final SqlExecutor sql;
    private final PostgresTargetCatalog catalog;
    private final Ddl ddl;

    EmptyTables(SqlExecutor sql, PostgresTargetCatalog catalog, Ddl ddl) {
        this.sql = sql;
        this.catalog = catalog;
        this.ddl = ddl;
    }

    Future<Void> renewed(
            List<TableDefinition> tables,
            Map<TableName, CatalogTable> present,
            Map<TableName, TableRecord> records,
            TableMaker maker,
            Foundations foundations) {
        List<TableDefinition> left = tables.stream()
                .filter(table -> present.containsKey(table.name()))
                .filter(table -> table.partition() == null && isLeft(table, records.get(table.name())))
                .toList();
        return Ddl.inTurn(
                left,
                table -> isEmpty(table.name())
                        .compose(empty -> empty
                                ? foundations.laid(List.of(table)).compose(allowed -> renew(table, maker, allowed))
                                : Future.succeededFuture()));
    }

    private static boolean isLeft(TableDefinition table, TableRecord record) {
        if (record == null || !record.made()) {
            return false;
        }
        ShapeDifference difference = ShapeDifference.between(record.columns(), TableRecord.written(table));
        return record.sourceId() != table.schema().sourceId() || !difference.isEmpty();
    }

    private Future<Boolean> isEmpty(TableName table) {
        return sql.query(Statement.of("SELECT WHERE EXISTS (SELECT FROM " + Quoting.name(table) + ")"))
                .map(List::isEmpty);
    }

    private Future<Void> renew(TableDefinition table, TableMaker maker, Allowed allowed) {
        String name = Quoting.name(table.name());
        return catalog.dropReferrers(table.name())
                .compose(referrers -> {
                    List<String> statements = new ArrayList<>();
                    // Whoever fills it meanwhile is waited for, and then nothing is dropped.
                    statements.add("LOCK TABLE " + name + " IN ACCESS EXCLUSIVE MODE");
                    statements.add("SELECT 1 / (CASE WHEN EXISTS (SELECT FROM " + name + ") THEN 0 ELSE 1 END)");
                    statements.addAll(referrers);
                    statements.add("DROP TABLE " + name);
                    statements.addAll(maker.texts(table, allowed));
                    List<Statement> all = new ArrayList<>(Ddl.texts(statements));
                    all.add(TableLedger.save(List.of(TableRecord.of(table, true))));
                    return ddl.run(all);
                })
                .recover(e ->
                        Future.failedFuture(Refusal.during("Making the empty table " + table.name() + " anew", e)));
    }
}
