package io.penstock.target.postgresql;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation.Described;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableName;
import io.penstock.target.LaneGuard;
import io.penstock.target.Reconciled;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.penstock.target.postgresql.Adaptation.Plan;
import io.penstock.target.postgresql.Adaptation.Situation;
import io.penstock.target.postgresql.DdlTables.Allowed;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Carries out one adaptation: looks, plans, and changes the target and the lane's position in one transaction. */
final class Adapting {
    /** The server has no cast that it would use by itself. */
    private static final String NO_ASSIGNMENT_CAST = "42804";

    private final SqlExecutor sql;
    private final PostgresTargetCatalog catalog;
    private final TableLedger ledger;
    private final Ddl ddl;
    private final EnumLabels labels;
    private final KnownTables known;
    private final Described described;
    private final TableDefinition definition;
    private final TableName name;
    private final boolean create;

    Adapting(SqlExecutor sql, KnownTables known, Described described, boolean create) {
        this.sql = sql;
        this.catalog = new PostgresTargetCatalog(sql);
        this.ledger = new TableLedger(sql);
        this.ddl = new Ddl(sql);
        this.labels = new EnumLabels(sql);
        this.known = known;
        this.described = described;
        this.definition = Reconciled.of(described);
        this.name = described.table().name();
        this.create = create;
    }

    Future<Plan> adapted(LaneGuard guard, LanePosition from, LanePosition to) {
        return ledger.created().compose(done -> situation()).compose(situation -> {
            List<Statement> moving = List.of(guard.advance(from, to), Ddl.NO_HURRY);
            return carriedOut(situation, moving, false)
                    .recover(e -> Refusal.hasCode(e, NO_ASSIGNMENT_CAST)
                            ? carriedOut(situation, moving, true)
                            : Future.failedFuture(e))
                    .recover(e -> blamed(e, guard, from))
                    .compose(plan -> known(plan, situation).map(plan));
        });
    }

    private Future<Situation> situation() {
        return ledger.load().compose(records -> {
            Set<TableName> asked = new HashSet<>(Set.of(name));
            TableName earlier = Adaptation.earlierName(records, described);
            if (earlier != null) {
                asked.add(earlier);
            }
            if (definition.partition() != null && definition.partition().of() != null) {
                asked.add(definition.partition().of());
            }
            return catalog.tables(asked)
                    .compose(tables -> empty(tables, earlier)
                            .compose(empty -> foundations()
                                    .compose(allowed -> catalog.dropReferrers(name)
                                            .map(referrers -> {
                                                Map<TableName, TableDefinition> definitions =
                                                        new HashMap<>(known.definitions());
                                                definitions.put(name, definition);
                                                TableMaker maker =
                                                        new TableMaker(ddl, definitions.values(), tables::containsKey);
                                                return new Situation(
                                                        tables,
                                                        records,
                                                        definitions,
                                                        referrers,
                                                        maker,
                                                        allowed,
                                                        empty,
                                                        create);
                                            }))));
        });
    }

    /** Looked for only where a new column's older values are unknown. */
    private Future<Boolean> empty(Map<TableName, CatalogTable> tables, TableName earlier) {
        TableName there = earlier == null ? name : earlier;
        boolean matters = tables.containsKey(there)
                && definition.details().values().stream().anyMatch(ColumnDetails::olderUnknown);
        TableName root =
                earlier == null || earlier.equals(name) ? Definitions.root(definition, known.definitions()) : there;
        return matters ? catalog.isEmpty(root) : Future.succeededFuture(true);
    }

    /** What a new column may need is made before; it harms nobody when the change itself then fails. */
    private Future<Allowed> foundations() {
        if (!create) {
            return Future.succeededFuture(Allowed.ALL);
        }
        Foundations foundations = new Foundations(catalog, ddl);
        List<TableDefinition> tables = List.of(definition);
        return foundations
                .laid(tables)
                .compose(allowed -> labels.added(definition.types()).map(allowed));
    }

    private Future<Plan> carriedOut(Situation situation, List<Statement> moving, boolean casting) {
        Plan plan;
        try {
            plan = Adaptation.plan(described, situation, casting);
        } catch (TargetException refused) {
            return Future.failedFuture(refused);
        }
        if (!create && !plan.ddl().isEmpty()) {
            return Future.failedFuture(
                    Refusal.run("The target's table " + name + " does not fit the source's any more", plan.ddl()));
        }
        List<Statement> statements = new ArrayList<>(moving);
        statements.addAll(Ddl.texts(plan.ddl()));
        statements.addAll(plan.ledger());
        return sql.transaction(statements).map(plan);
    }

    /** The guard raises errors of its own; asking it again tells its word from the server's. */
    private Future<Plan> blamed(Throwable error, LaneGuard guard, LanePosition from) {
        boolean maybeGuard = error instanceof TargetException failure
                && (failure.kind() == Kind.DATA || failure.code().startsWith("P0"));
        if (!maybeGuard) {
            return Future.failedFuture(explained(error));
        }
        return sql.transaction(List.of(guard.hold(from)))
                .transform(held -> Future.failedFuture(
                        held.succeeded()
                                ? explained(error)
                                : new TargetException(
                                        Kind.FENCED,
                                        ((TargetException) error).code(),
                                        "Changing the table " + name
                                                + ": another reign owns the loop, or the lane's position is not the expected one",
                                        "",
                                        held.cause())));
    }

    private Throwable explained(Throwable error) {
        boolean refusal =
                error instanceof TargetException failure && failure.code().isEmpty();
        return refusal ? error : Refusal.during("Changing the table " + name + " to the source's shape", error);
    }

    /** Reads again what has changed: the table, its partitions' tree, and who bore the name before. */
    private Future<Void> known(Plan plan, Situation situation) {
        Map<TableName, TableDefinition> definitions = situation.definitions();
        TableName root = Definitions.root(definition, definitions);
        Set<TableName> changed = new HashSet<>(situation.tables().keySet());
        changed.add(name);
        definitions.forEach((other, table) -> {
            if (Definitions.root(table, definitions).equals(root)) {
                changed.add(other);
            }
        });
        return ledger.load()
                .compose(records -> catalog.tables(changed).map(tables -> {
                    for (TableName table : changed) {
                        CatalogTable now = tables.get(table);
                        TableRecord record = records.get(table);
                        TableDefinition defined = table.equals(name) ? definition : definitions.get(table);
                        if (now == null || record == null || defined == null) {
                            known.remove(table);
                        } else {
                            known.put(now, record, defined);
                        }
                    }
                    return null;
                }));
    }
}
