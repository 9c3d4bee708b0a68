package io.penstock.target.postgresql;

import io.penstock.model.Mutation.Described;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.target.Reconciled;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.penstock.target.postgresql.DdlTables.Allowed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What has to be done to the target when the source describes a table: worked out from what is recorded, never by
 * asking the source. Nothing is done here.
 */
final class Adaptation {
    /**
     * @param ddl what changes the target
     * @param ledger what is written down with it
     * @param warnings for the log
     * @param made whether the table is ours afterwards
     * @param isNew whether indexes and foreign keys are still to be made
     */
    record Plan(List<String> ddl, List<Statement> ledger, List<String> warnings, TableRecord record, boolean isNew) {}

    /**
     * What the plan is made from.
     *
     * @param tables of the target, as far as they are called like the described table or its earlier self
     * @param records all that is recorded
     * @param empty whether the described table has no rows on the target, with all partitions of its tree
     * @param create whether Penstock makes tables; otherwise the operator does
     * @param dropReferrers what must go before the table of the described name can be dropped
     */
    record Situation(
            Map<TableName, CatalogTable> tables,
            Map<TableName, TableRecord> records,
            Map<TableName, TableDefinition> definitions,
            List<String> dropReferrers,
            TableMaker maker,
            Allowed allowed,
            boolean empty,
            boolean create) {}

    private final TableDefinition definition;
    private final TableName name;
    private final long sourceId;
    private final Situation situation;
    private final List<String> ddl = new ArrayList<>();
    private final List<Statement> ledger = new ArrayList<>();

    private Adaptation(Described described, Situation situation) {
        this.definition = Reconciled.of(described);
        this.name = described.table().name();
        this.sourceId = described.table().sourceId();
        this.situation = situation;
    }

    /**
     * @param casting whether types are changed by explicit casts
     * @throws TargetException with what the operator can do, or what the next start does
     */
    static Plan plan(Described described, Situation situation, boolean casting) {
        return new Adaptation(described, situation).plan(casting);
    }

    /** The name under which the described table is recorded, or null. */
    static TableName earlierName(Map<TableName, TableRecord> records, Described described) {
        long id = described.table().sourceId();
        TableRecord same = records.get(described.table().name());
        if (same != null && same.sourceId() == id) {
            return same.name();
        }
        return records.values().stream()
                .filter(record -> record.sourceId() == id && id != 0)
                .map(TableRecord::name)
                .findFirst()
                .orElse(null);
    }

    private Plan plan(boolean casting) {
        TableRecord here =
                situation.tables().containsKey(name) ? situation.records().get(name) : null;
        TableRecord self = self();
        if (self == null) {
            return here == null ? unrecorded() : madeAnew(here);
        }
        CatalogTable target = situation.tables().get(self.name());
        if (!self.name().equals(name)) {
            moved(self, here);
        }
        TableRecord settled = new TableRecord(name, sourceId, self.columns(), self.made());
        TableName root = Definitions.root(definition, situation.definitions());
        ColumnChanges changes =
                new ColumnChanges(definition, target, settled, root, situation.allowed(), situation.empty());
        ddl.addAll(changes.statements(casting));
        TableRecord after = TableRecord.of(definition, self.made()).numberedAs(settled);
        ledger.add(TableLedger.save(List.of(after)));
        return new Plan(ddl, ledger, changes.warnings(), after, false);
    }

    /** The record of the described table, by its identifier, where its table exists. */
    private TableRecord self() {
        TableRecord same = situation.records().get(name);
        if (same != null && same.sourceId() == sourceId) {
            return situation.tables().containsKey(name) ? same : null;
        }
        return situation.records().values().stream()
                .filter(record -> record.sourceId() == sourceId && sourceId != 0)
                .filter(record -> situation.tables().containsKey(record.name()))
                .findFirst()
                .orElse(null);
    }

    private Plan unrecorded() {
        boolean exists = situation.tables().containsKey(name);
        TableName parent =
                definition.partition() == null ? null : definition.partition().of();
        if (!exists && parent != null && !situation.tables().containsKey(parent)) {
            throw withoutParent(parent);
        }
        TableRecord after = TableRecord.of(definition, !exists);
        ledger.add(TableLedger.save(List.of(after)));
        if (!exists) {
            ddl.addAll(situation.maker().texts(definition, situation.allowed()));
            return new Plan(ddl, ledger, List.of(), after, true);
        }
        // The operator's: it is taken as it is, and must have all columns. Against an empty record all are new.
        TableRecord nothing = new TableRecord(name, sourceId, List.of(), false);
        CatalogTable target = situation.tables().get(name);
        ColumnChanges changes =
                new ColumnChanges(definition, target, nothing, name, situation.allowed(), situation.empty());
        ddl.addAll(changes.statements(false));
        return new Plan(ddl, ledger, changes.warnings(), after, false);
    }

    /** The stream describes only tables that hold rows. A start asks for all, and makes parents first. */
    private TargetException withoutParent(TableName parent) {
        String message = "The new table " + name + " is a partition of " + parent + ", which the target lacks";
        return situation.create()
                ? new TargetException(Kind.RETRYABLE, "", message, "Penstock makes both when it tries again", null)
                : Refusal.of(
                        message,
                        "Make " + parent + " and then " + name
                                + " on the target as they are on the source, then resume the loop");
    }

    /** Another table bears the name now: the source dropped the one that was recorded, with its rows. */
    private Plan madeAnew(TableRecord here) {
        List<String> statements = new ArrayList<>(situation.dropReferrers());
        statements.add("DROP TABLE " + Quoting.name(name));
        statements.addAll(situation.maker().texts(definition, situation.allowed()));
        if (!here.made()) {
            throw Refusal.run(
                    "The source dropped the table " + name + " and made another of that name; Penstock did not make the"
                            + " target's table and will not drop it",
                    statements);
        }
        ddl.addAll(statements);
        TableRecord after = TableRecord.of(definition, true);
        ledger.add(TableLedger.save(List.of(after)));
        return new Plan(ddl, ledger, List.of(), after, true);
    }

    private void moved(TableRecord self, TableRecord here) {
        if (here == null && situation.tables().containsKey(name)) {
            throw Refusal.of(
                    "The source renamed the table " + self.name() + " to " + name
                            + ", but the target has a table of that" + " name, which Penstock did not fill",
                    "Drop or rename the target's table " + name);
        }
        ledger.add(TableLedger.remove(self.name()));
        if (here == null) {
            ddl.addAll(move(self.name(), name));
            return;
        }
        if (!here.made()) {
            throw Refusal.of(
                    "The source renamed the table " + self.name() + " to " + name
                            + ", where another table was; Penstock"
                            + " did not make the target's table of that name and will not move it",
                    "Rename the target's tables as the source did, and correct their rows in penstock.tables");
        }
        // Names that change places. Should the other table be gone instead, nobody asks for it any more.
        TableName aside = new TableName(name.schema(), "penstock_moving_" + here.sourceId());
        ddl.addAll(move(name, aside));
        ddl.addAll(move(self.name(), name));
        ddl.addAll(move(aside, self.name()));
        ledger.add(TableLedger.save(List.of(new TableRecord(self.name(), here.sourceId(), here.columns(), true))));
    }

    private static List<String> move(TableName from, TableName to) {
        boolean sameSchema = from.schema().equals(to.schema());
        String rename = "ALTER TABLE " + Quoting.name(from) + " RENAME TO " + Quoting.identifier(to.table());
        if (sameSchema) {
            return List.of(rename);
        }
        TableName renamed = new TableName(from.schema(), to.table());
        String shift = "ALTER TABLE " + Quoting.name(renamed) + " SET SCHEMA " + Quoting.identifier(to.schema());
        // A rename to the same name is refused.
        return Objects.equals(from.table(), to.table()) ? List.of(shift) : List.of(rename, shift);
    }
}
