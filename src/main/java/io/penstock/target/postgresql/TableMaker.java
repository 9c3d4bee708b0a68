package io.penstock.target.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableName;
import io.penstock.target.Statement;
import io.penstock.target.postgresql.DdlTables.Allowed;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Makes tables with their keys, and writes down that they are ours, in transactions of many tables. */
final class TableMaker {
    /** Enough to make round trips cheap, few enough that a transaction stays far below the server's lock table. */
    private static final int TABLES_PER_TRANSACTION = 50;

    private final Ddl ddl;
    /** All tables that a definition is at hand of, also those that exist: parents of partitions. */
    private final Map<TableName, TableDefinition> all = new HashMap<>();

    /** Whether the target has a table already. */
    private final Predicate<TableName> exists;

    TableMaker(Ddl ddl, Iterable<TableDefinition> known, Predicate<TableName> exists) {
        this.ddl = ddl;
        this.exists = exists;
        known.forEach(table -> all.put(table.name(), table));
    }

    /** @return what could not be made as the source has it, but may be left out */
    Future<List<String>> make(List<TableDefinition> missing, Allowed allowed) {
        List<TableDefinition> ordered = new ArrayList<>(missing);
        ordered.sort(Comparator.comparingInt(table -> depth(table, 0)));
        List<List<TableDefinition>> groups = new ArrayList<>();
        for (int i = 0; i < ordered.size(); i += TABLES_PER_TRANSACTION) {
            groups.add(ordered.subList(i, Math.min(ordered.size(), i + TABLES_PER_TRANSACTION)));
        }
        List<String> warnings = new ArrayList<>();
        return Ddl.inTurn(groups, group -> makeGroup(group, allowed, warnings)).map(warnings);
    }

    private Future<Void> makeGroup(List<TableDefinition> group, Allowed allowed, List<String> warnings) {
        return ddl.run(statements(group, allowed))
                .recover(e -> Refusal.isRetryable(e)
                        ? Future.failedFuture(e)
                        : Ddl.inTurn(group, table -> makeAlone(table, allowed, warnings)));
    }

    /** Alone, so that the error is this table's; and without defaults when they call what the target lacks. */
    private Future<Void> makeAlone(TableDefinition table, Allowed allowed, List<String> warnings) {
        return ddl.run(statements(List.of(table), allowed))
                .recover(e -> {
                    if (!Refusal.isMissingObject(e)) {
                        return Future.failedFuture(e);
                    }
                    return ddl.run(statements(List.of(table), allowed.withoutDefaults()))
                            .onSuccess(done -> warnings.add("Table " + table.name()
                                    + " was made without its columns' defaults, which the target can't evaluate ("
                                    + e.getMessage() + "); replicated rows don't need them"));
                })
                .recover(e -> Future.failedFuture(Refusal.during("Making the table " + table.name(), e)));
    }

    private List<Statement> statements(List<TableDefinition> tables, Allowed allowed) {
        List<String> texts = new ArrayList<>();
        List<TableRecord> records = new ArrayList<>();
        for (TableDefinition table : tables) {
            texts.addAll(texts(table, allowed));
            records.add(TableRecord.of(table, true));
        }
        // one round trip for all of them
        return List.of(Statement.of(String.join(";\n", texts)), TableLedger.save(records));
    }

    /** CREATE TABLE and the unique indexes. */
    List<String> texts(TableDefinition table, Allowed allowed) {
        TableDefinition parent = parent(table);
        List<String> texts = new ArrayList<>();
        TableDefinition standing = standing(table);
        texts.add(DdlTables.create(standing, keys(standing, parent), allowed));
        Set<String> inherited = indexRests(parent);
        for (String index : table.indexes()) {
            IndexStatement statement = IndexStatement.parse(index);
            if (statement.unique() && !inherited.contains(statement.rest())) {
                texts.add(statement.createIfMissing());
            }
        }
        return texts;
    }

    /** A partition whose parent is not replicated, and not here, stands alone. */
    private TableDefinition standing(TableDefinition table) {
        TableDefinition.Partitioning partition = table.partition();
        if (partition == null
                || partition.of() == null
                || all.containsKey(partition.of())
                || exists.test(partition.of())) {
            return table;
        }
        return new TableDefinition(
                table.schema(),
                table.details(),
                table.types(),
                table.sequences(),
                table.constraints(),
                table.indexes(),
                new TableDefinition.Partitioning(partition.by(), null, null),
                table.estimatedRows());
    }

    /** A partition gets its parent's keys from the server, under names of the server's choice. */
    private static List<Constraint> keys(TableDefinition standing, TableDefinition parent) {
        List<Constraint> keys = standing.constraints().stream()
                .filter(DdlTables::isKey)
                .filter(key -> parent == null || parent.constraints().stream().noneMatch(p -> isSameKey(p, key)))
                .toList();
        boolean found = keys.size()
                        < standing.constraints().stream()
                                .filter(DdlTables::isKey)
                                .count()
                || hasKeyFor(standing, keys);
        boolean inherits = standing.partition() != null && standing.partition().of() != null;
        if (found
                || inherits
                || standing.schema().isKeyless()
                || standing.schema().fullIdentity()) {
            return keys;
        }
        // The catalogue no longer shows the key that the stream tells of: rows have to be found by something.
        List<Constraint> all = new ArrayList<>(keys);
        all.add(new Constraint(
                "penstock_key_" + standing.schema().sourceId(),
                ConstraintKind.UNIQUE,
                standing.schema().keyNames(),
                false,
                null,
                "UNIQUE (" + Quoting.identifiers(standing.schema().keyNames()) + ")"));
        return all;
    }

    private static boolean hasKeyFor(TableDefinition table, List<Constraint> keys) {
        Set<String> names = Set.copyOf(table.schema().keyNames());
        return keys.stream().anyMatch(key -> Set.copyOf(key.columns()).equals(names))
                || table.indexes().stream()
                        .map(IndexStatement::parse)
                        .anyMatch(index ->
                                index.unique() && index.isOn(table.schema().keyNames()));
    }

    private static boolean isSameKey(Constraint a, Constraint b) {
        return a.kind() == b.kind() && a.columns().equals(b.columns());
    }

    static Set<String> indexRests(TableDefinition table) {
        Set<String> rests = new HashSet<>();
        if (table != null) {
            table.indexes()
                    .forEach(index -> rests.add(IndexStatement.parse(index).rest()));
        }
        return rests;
    }

    TableDefinition parent(TableDefinition table) {
        return table.partition() == null || table.partition().of() == null
                ? null
                : all.get(table.partition().of());
    }

    /** Parents before their partitions. The bound stops at definitions that go round in a circle. */
    private int depth(TableDefinition table, int below) {
        TableDefinition parent = parent(table);
        return parent == null || below > all.size() ? below : depth(parent, below + 1);
    }
}
