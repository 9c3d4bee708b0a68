package io.penstock.target.postgresql;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation.Described;
import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.CompositeType;
import io.penstock.model.TypeDefinition.DomainType;
import io.penstock.target.LaneGuard;
import io.penstock.target.Reconciled;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetSchema;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables of a PostgreSQL target, written down in {@code penstock.tables} as far as they are replicated. */
public final class PostgresSchema implements TargetSchema, TargetTables {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresSchema.class);

    private final SqlExecutor sql;
    private final PostgresTargetCatalog catalog;
    private final Ddl ddl;
    private final KnownTables known;
    private final Finishing finishing;

    /**
     * @param sql whose sessions have an empty search path
     * @param triggersOff whether apply sessions can switch off triggers and foreign-key checks
     */
    public PostgresSchema(SqlExecutor sql, BooleanSupplier triggersOff) {
        this.sql = sql;
        this.catalog = new PostgresTargetCatalog(sql);
        this.ddl = new Ddl(sql);
        this.known = new KnownTables(triggersOff);
        this.finishing = new Finishing(catalog, ddl);
    }

    @Override
    public Future<List<String>> prepare(List<TableDefinition> tables, boolean create) {
        return refusedAsFuture(() -> new Preparation(sql, known, MySqlTables.translated(tables)).prepared(create));
    }

    @Override
    public Future<Void> finish(List<TableDefinition> described) {
        List<TableDefinition> tables = MySqlTables.translated(described);
        return finishing
                .finish(tables, known.definitions(), this::isOurs, name -> known.get(name) != null)
                .compose(done ->
                        refreshed(tables.stream().map(TableDefinition::name).collect(Collectors.toSet())));
    }

    private boolean isOurs(TableName name) {
        KnownTable table = known.get(name);
        return table != null && table.record.made();
    }

    @Override
    public TargetTable find(TableName name) {
        return known.find(name);
    }

    @Override
    public boolean fits(TableSchema table) {
        KnownTable there = known.get(table.name());
        return there != null && there.fits(MySqlTables.translated(table));
    }

    @Override
    public String family(TableName table) {
        return known.family(table);
    }

    @Override
    public Map<TableName, String> ties() {
        return known.ties();
    }

    @Override
    public Future<Boolean> isDivisible(TableDefinition table) {
        KnownTable there = known.get(table.name());
        if (there == null || table.schema().isKeyless() || there.tiesKeys() || known.isChecked(table.name())) {
            return Future.succeededFuture(false);
        }
        return there.hasOneOrder()
                ? Future.succeededFuture(true)
                : sql.query(Statement.of("SELECT WHERE EXISTS (SELECT FROM " + Quoting.name(table.name()) + ")"))
                        .map(List::isEmpty);
    }

    @Override
    public boolean hasReplaceableParts(TableName name) {
        KnownTable there = known.get(name);
        return there != null && there.hasOneOrder();
    }

    @Override
    public Future<Void> adapt(
            Described described, boolean create, LaneGuard guard, LanePosition from, LanePosition to) {
        return refusedAsFuture(() -> {
            Described translated = MySqlTables.translated(described);
            return new Adapting(sql, known, translated, create)
                    .adapted(guard, from, to)
                    .compose(plan -> {
                        plan.warnings().forEach(LOG::warn);
                        return plan.isNew() ? finishedNew(Reconciled.of(translated)) : Future.succeededFuture();
                    });
        });
    }

    /** A type that has nothing to stand for it is refused while it is translated. */
    private static <T> Future<T> refusedAsFuture(Supplier<Future<T>> work) {
        try {
            return work.get();
        } catch (TargetException refused) {
            return Future.failedFuture(refused);
        }
    }

    /** The rows can flow without it, so a failure here is news, not an end. */
    private Future<Void> finishedNew(TableDefinition table) {
        return finish(List.of(table)).recover(e -> {
            LOG.warn("The new table {} lacks indexes or constraints: {}", table.name(), e.getMessage());
            return Future.succeededFuture();
        });
    }

    @Override
    public Future<Boolean> refreshTypes(TableDefinition definition) {
        EnumLabels labels = new EnumLabels(sql);
        return labels.added(definition.types())
                .compose(added -> otherTypesRefreshed(definition).map(other -> added || other))
                .compose(changed -> changed ? Future.succeededFuture(true) : labels.renamed(definition.types()));
    }

    private Future<Boolean> otherTypesRefreshed(TableDefinition definition) {
        Set<QualifiedName> names =
                definition.types().stream().map(TypeDefinition::name).collect(Collectors.toSet());
        return catalog.typeParts(names).compose(parts -> {
            List<String> statements = new ArrayList<>();
            for (TypeDefinition type : definition.types()) {
                List<String> target = parts.get(type.name());
                if (target != null) {
                    statements.addAll(changes(type, target));
                }
            }
            return Ddl.inTurn(statements, ddl::runAlone).map(!statements.isEmpty());
        });
    }

    /** The table holds the rows of this definition now, and is recorded so. Any thread. */
    void copied(TableDefinition described) {
        TableDefinition table = MySqlTables.translated(described);
        KnownTable before = known.get(table.name());
        if (before != null) {
            known.put(before.catalog, TableRecord.of(table, before.record.made()), table);
        }
    }

    private static List<String> changes(TypeDefinition type, List<String> target) {
        if (type instanceof CompositeType composite) {
            return TypeChanges.of(composite, target);
        }
        if (type instanceof DomainType domain && domain.checks().size() != target.size()) {
            LOG.warn(
                    "The checks of the domain {} differ between source and target; change the target's by hand",
                    type.name());
        }
        return List.of();
    }

    private Future<Void> refreshed(Set<TableName> names) {
        Set<TableName> ours = new HashSet<>(names);
        ours.removeIf(name -> known.get(name) == null);
        return catalog.tables(ours).onSuccess(tables -> refresh(ours, tables)).mapEmpty();
    }

    private void refresh(Set<TableName> names, Map<TableName, CatalogTable> tables) {
        for (TableName name : names) {
            KnownTable before = known.get(name);
            CatalogTable now = tables.get(name);
            if (now == null) {
                known.remove(name);
            } else {
                known.put(now, before.record, before.definition);
            }
        }
    }
}
