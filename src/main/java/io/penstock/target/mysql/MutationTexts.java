package io.penstock.target.mysql;

import io.penstock.model.Dependents;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.target.Fold;
import io.penstock.target.Stretch;
import io.penstock.target.TableChanges;
import io.penstock.target.TableChanges.Counted;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Writes mutations as statements: folded, a table after the other, or one by one as the source made them. */
final class MutationTexts {
    /** Each changed shape leaves an entry behind; far more than tables a lane meets between two of these. */
    private static final int MAX_SHAPES = 10_000;

    private final TargetTables tables;
    private final FreshRows fresh;
    private final Map<TableSchema, Table> known = new IdentityHashMap<>();
    private long version = -1;

    MutationTexts(TargetTables tables, FreshRows fresh) {
        this.tables = tables;
        this.fresh = fresh;
    }

    /** The statements for rows of one shape; one of both is null. */
    private record Table(WritePlan plan, KeyedStatements keyed, KeylessStatements keyless) {}

    /** Folds what lies between mutations of whole tables. */
    void write(List<? extends Mutation> mutations, TransactionText to) {
        betweenTables(mutations, to, this::folded);
    }

    /** One statement or a few a mutation. */
    void writeInOrder(List<? extends Mutation> mutations, TransactionText to) {
        betweenTables(mutations, to, this::inOrder);
    }

    private void betweenTables(
            List<? extends Mutation> mutations,
            TransactionText to,
            BiConsumer<List<RowMutation>, TransactionText> rows) {
        List<RowMutation> run = new ArrayList<>(mutations.size());
        for (Mutation mutation : mutations) {
            if (mutation instanceof RowMutation row) {
                run.add(row);
                continue;
            }
            rows.accept(run, to);
            run = new ArrayList<>();
            if (mutation instanceof Cascade cascade) {
                cascade(cascade, to);
            } else {
                truncate((Truncate) mutation, to);
            }
        }
        rows.accept(run, to);
    }

    /** As deletes, since TRUNCATE would end the transaction. */
    private void truncate(Truncate truncate, TransactionText to) {
        for (TableSchema table : truncate.tables()) {
            TableName name = table.name();
            to.at(new Place.Frame("emptying " + name))
                    .add("DELETE FROM " + of(table).plan().table());
        }
    }

    private void cascade(Cascade cascade, TransactionText to) {
        for (Dependents dependents : cascade.dependents()) {
            List<WritePlan> way =
                    dependents.way().stream().map(hop -> of(hop.table()).plan()).toList();
            new CascadeTexts(cascade, dependents, way).write(to);
        }
    }

    private void folded(List<RowMutation> mutations, TransactionText to) {
        for (Stretch stretch : Fold.of(mutations, table -> true)) {
            if (stretch instanceof Stretch.InOrder rows) {
                inOrder(rows.mutations(), to);
            } else if (stretch instanceof Stretch.Moves moves) {
                moves(moves, to);
            } else if (stretch instanceof Stretch.Folded folded) {
                changes(folded.changes(), to);
            }
        }
    }

    private void moves(Stretch.Moves moves, TransactionText to) {
        KeyedStatements table = of(moves.table()).keyed();
        Place place =
                new Place.Rows(moves.table().name(), "move of", moves.updates().size());
        for (Update update : moves.updates()) {
            table.move(update.keySource(), Fold.rowAfter(update), place, to);
        }
    }

    private void changes(TableChanges changes, TransactionText to) {
        Table table = of(changes.table());
        if (changes instanceof TableChanges.Keyed rows) {
            keyed(rows, table.keyed(), to);
        } else if (changes instanceof TableChanges.Keyless rows) {
            keyless(rows, table.keyless(), to);
        }
    }

    private static void keyed(TableChanges.Keyed changes, KeyedStatements table, TransactionText to) {
        // Deletes first: they free values of other unique keys. So do partial updates, which may need what those free.
        table.delete(changes.deletes(), changes.deletesExpected(), to);
        for (TableChanges.Partial group : changes.partials()) {
            Place place = new Place.Rows(
                    changes.table().name(), "update of", group.rows().size());
            group.rows().forEach(row -> table.partial(row, place, to));
        }
        table.upsert(changes.upserts(), to);
        table.insertNew(changes.inserts(), to);
    }

    private static void keyless(TableChanges.Keyless changes, KeylessStatements table, TransactionText to) {
        TableName name = changes.table().name();
        Place deletes = new Place.Rows(name, "delete of", changes.deletes().size());
        changes.deletes().forEach(row -> table.delete(row, deletes, to));
        if (!changes.inserts().isEmpty()) {
            table.insert(
                    changes.inserts(),
                    new Place.Rows(name, "insert of", changes.inserts().size()),
                    to);
        }
    }

    private void inOrder(List<RowMutation> mutations, TransactionText to) {
        for (RowMutation mutation : mutations) {
            Table table = of(mutation.table());
            if (mutation.table().isKeyless()) {
                keylessRow(mutation, table.keyless(), to);
            } else {
                keyedRow(mutation, table.keyed(), to);
            }
        }
    }

    private static void keyedRow(RowMutation mutation, KeyedStatements table, TransactionText to) {
        Place place = new Place.Single(mutation);
        if (mutation instanceof Insert insert) {
            table.upsert(insert.row(), place, to);
        } else if (mutation instanceof Delete delete) {
            table.deleteOne(delete.old(), place, to);
        } else if (mutation instanceof Update update) {
            Tuple after = Fold.rowAfter(update);
            if (update.movesKey()) {
                table.move(update.keySource(), after, place, to);
            } else if (after.isComplete()) {
                table.upsert(after, place, to);
            } else {
                table.partial(after, place, to);
            }
        }
    }

    private static void keylessRow(RowMutation mutation, KeylessStatements table, TransactionText to) {
        Place place = new Place.Single(mutation);
        if (!(mutation instanceof Insert)) {
            table.delete(new Counted(Fold.rowBefore(mutation), 1), place, to);
        }
        if (mutation instanceof Insert insert) {
            table.insert(List.of(insert.row()), place, to);
        } else if (mutation instanceof Update update) {
            table.insert(List.of(Fold.rowAfter(update)), place, to);
        }
    }

    private Table of(TableSchema shape) {
        long now = tables.version();
        if (now != version || known.size() >= MAX_SHAPES) {
            known.clear();
            version = now;
        }
        Table table = known.get(shape);
        if (table == null) {
            WritePlan plan = tables.plan(shape);
            table = shape.isKeyless()
                    ? new Table(plan, null, new KeylessStatements(plan))
                    : new Table(plan, new KeyedStatements(plan, fresh), null);
            known.put(shape, table);
        }
        return table;
    }
}
