package io.penstock.target.postgresql;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableDefinition.SequenceDefinition;
import io.penstock.model.TableName;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes what is better made when the rows are there. Each step looks first whether it has been done. */
final class Finishing {
    private static final Logger LOG = LoggerFactory.getLogger(Finishing.class);
    /** Index builds fill a server's disks and memory; two at once keep it busy. */
    private static final int STATEMENTS_AT_ONCE = 2;

    /** Extensions that bring the operator classes which plain columns lack for an index method. */
    private static final Map<String, String> BY_METHOD = Map.of("gist", "btree_gist", "gin", "btree_gin");

    private final PostgresTargetCatalog catalog;
    private final Ddl ddl;

    Finishing(PostgresTargetCatalog catalog, Ddl ddl) {
        this.catalog = catalog;
        this.ddl = ddl;
    }

    /**
     * @param known all definitions at hand, for parents of partitions
     * @param made whether Penstock made a table; others get no indexes or constraints
     * @param replicated whether rows flow into a table, so that a foreign key to it can hold
     */
    Future<Void> finish(
            List<TableDefinition> tables,
            Map<TableName, TableDefinition> known,
            Predicate<TableName> made,
            Predicate<TableName> replicated) {
        List<TableDefinition> ours =
                tables.stream().filter(table -> made.test(table.name())).toList();
        List<TableName> names = ours.stream().map(TableDefinition::name).toList();
        return catalog.tables(names).compose(present -> {
            Map<TableName, Set<String>> done = new HashMap<>();
            present.forEach((name, table) -> done.put(name, table.constraints()));
            List<TableDefinition> here = ours.stream()
                    .filter(table -> present.containsKey(table.name()))
                    .toList();
            return Ddl.inLanes(STATEMENTS_AT_ONCE, here, table -> withoutReferences(table, known, done))
                    // one at a time: each locks two tables
                    .compose(v -> Ddl.inTurn(here, table -> references(table, known, done, replicated)))
                    .compose(v -> sequences(tables, made));
        });
    }

    private Future<Void> withoutReferences(
            TableDefinition table, Map<TableName, TableDefinition> known, Map<TableName, Set<String>> done) {
        TableDefinition parent = parent(table, known);
        Set<String> inherited = TableMaker.indexRests(parent);
        List<String> statements = new ArrayList<>();
        for (String index : table.indexes()) {
            IndexStatement statement = IndexStatement.parse(index);
            if (!statement.unique() && !inherited.contains(statement.rest())) {
                statements.add(statement.createIfMissing());
            }
        }
        for (Constraint constraint : table.constraints()) {
            boolean late = constraint.kind() == ConstraintKind.CHECK || constraint.kind() == ConstraintKind.EXCLUSION;
            if (late && isMissing(table, constraint, parent, done)) {
                statements.add(DdlTables.addConstraint(table.name(), constraint));
            }
        }
        return Ddl.inTurn(statements, statement -> make(table.name(), statement));
    }

    private Future<Void> make(TableName table, String statement) {
        return ddl.runText(statement)
                .recover(e -> {
                    String extension = extensionFor(statement);
                    if (extension == null || !Refusal.hasCode(e, "42704")) {
                        return Future.failedFuture(e);
                    }
                    return ddl.runText("CREATE EXTENSION IF NOT EXISTS " + extension + " SCHEMA public")
                            .compose(made -> ddl.runText(statement));
                })
                .recover(e -> Future.failedFuture(Refusal.during("Finishing the table " + table, e)));
    }

    private static String extensionFor(String statement) {
        for (Map.Entry<String, String> entry : BY_METHOD.entrySet()) {
            if (statement.contains(" USING " + entry.getKey() + " ")) {
                return entry.getValue();
            }
        }
        return null;
    }

    private Future<Void> references(
            TableDefinition table,
            Map<TableName, TableDefinition> known,
            Map<TableName, Set<String>> done,
            Predicate<TableName> replicated) {
        TableDefinition parent = parent(table, known);
        List<String> statements = new ArrayList<>();
        for (Constraint constraint : table.constraints()) {
            if (constraint.kind() != ConstraintKind.FOREIGN_KEY || !isMissing(table, constraint, parent, done)) {
                continue;
            }
            if (replicated.test(constraint.references())) {
                statements.add(DdlTables.addConstraint(table.name(), constraint));
            } else {
                LOG.warn(unreplicated(table.name(), constraint));
            }
        }
        return Ddl.inTurn(statements, statement -> make(table.name(), statement));
    }

    static String unreplicated(TableName table, Constraint constraint) {
        return "The foreign key " + constraint.name() + " of " + table + " is left out: " + constraint.references()
                + " is not replicated";
    }

    /** What a partition's parent has, the partition has as well. */
    private static boolean isMissing(
            TableDefinition table, Constraint constraint, TableDefinition parent, Map<TableName, Set<String>> done) {
        boolean inherited = parent != null
                && parent.constraints().stream()
                        .anyMatch(
                                p -> p.kind() == constraint.kind() && p.clause().equals(constraint.clause()));
        return !inherited && !done.get(table.name()).contains(constraint.name());
    }

    private static TableDefinition parent(TableDefinition table, Map<TableName, TableDefinition> known) {
        return table.partition() == null || table.partition().of() == null
                ? null
                : known.get(table.partition().of());
    }

    /** Sequences go on where the source's stand, wherever the target has them. */
    private Future<Void> sequences(List<TableDefinition> tables, Predicate<TableName> made) {
        Set<QualifiedName> names = new HashSet<>();
        tables.forEach(table -> table.sequences().forEach(sequence -> names.add(sequence.name())));
        return catalog.taken(names).compose(present -> {
            List<String> statements = new ArrayList<>();
            for (TableDefinition table : tables) {
                for (SequenceDefinition sequence : table.sequences()) {
                    boolean here = present.contains(sequence.name());
                    if (here
                            && sequence.ownerColumn() != null
                            && made.test(table.name())
                            && !Foundations.isOfIdentity(table, sequence)) {
                        statements.add(DdlSequences.own(sequence.name(), table.name(), sequence.ownerColumn()));
                    }
                    statements.addAll(lastValue(table, sequence, here));
                }
            }
            return ddl.runTexts(statements);
        });
    }

    private static List<String> lastValue(TableDefinition table, SequenceDefinition sequence, boolean present) {
        if (sequence.lastValue() == null) {
            return List.of();
        }
        if (!Foundations.isOfIdentity(table, sequence)) {
            return present ? List.of(DdlSequences.setLast(sequence.name(), sequence.lastValue())) : List.of();
        }
        return List.of(DdlSequences.setLastOfIdentity(table.name(), sequence.ownerColumn(), sequence.lastValue()));
    }
}
