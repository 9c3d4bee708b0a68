package io.penstock.target.postgresql;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.target.ColumnMask;
import io.penstock.target.Fold;
import io.penstock.target.Stretch;
import io.penstock.target.TableChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Sends folded changes, a table after the other, in as few statements as their size allows. */
final class MutationStatements {
    /** With more groups of columns than this in a table, one statement takes them all. */
    private static final int MAX_MASKS = 8;

    private final WritePlans plans;
    private final OrderedStatements ordered;

    MutationStatements(WritePlans plans) {
        this.plans = plans;
        this.ordered = new OrderedStatements(plans);
    }

    /** Folds and sends what lies between mutations of whole tables. */
    void send(List<? extends Mutation> mutations, LaneTransaction to) {
        betweenTables(mutations, to, this::fold);
    }

    /** Sends one statement a mutation. */
    void sendInOrder(List<? extends Mutation> mutations, LaneTransaction to) {
        betweenTables(mutations, to, ordered::send);
    }

    private void betweenTables(
            List<? extends Mutation> mutations,
            LaneTransaction to,
            BiConsumer<List<RowMutation>, LaneTransaction> rows) {
        List<RowMutation> run = new ArrayList<>(mutations.size());
        for (Mutation mutation : mutations) {
            if (mutation instanceof RowMutation row) {
                run.add(row);
                continue;
            }
            rows.accept(run, to);
            rest(to);
            run = new ArrayList<>();
            if (mutation instanceof Mutation.Cascade cascade) {
                CascadeSql.send(cascade, plans, to);
                rest(to);
            } else {
                TruncateSql.send((Mutation.Truncate) mutation, plans.tables(), to);
            }
        }
        rows.accept(run, to);
        rest(to);
    }

    private void fold(List<RowMutation> mutations, LaneTransaction to) {
        for (Stretch stretch : Fold.of(mutations, this::isFoldable)) {
            if (stretch instanceof Stretch.InOrder inOrder) {
                ordered.send(inOrder.mutations(), to);
            } else if (stretch instanceof Stretch.Moves moves) {
                to.constraints(false);
                sendMoves(moves, to);
            } else if (stretch instanceof Stretch.Folded folded) {
                to.constraints(false);
                send(folded.changes(), to);
            }
        }
    }

    private static void rest(LaneTransaction to) {
        to.constraints(false);
        to.scans(false);
    }

    private boolean isFoldable(TableSchema table) {
        return !plans.of(table).plan().inSourceOrder();
    }

    private void send(TableChanges changes, LaneTransaction to) {
        TableStatements table = plans.of(changes.table());
        if (changes instanceof TableChanges.Keyed keyed) {
            sendKeyed(keyed, table, to);
        } else if (changes instanceof TableChanges.Keyless keyless) {
            sendKeyless(keyless, table, to);
        }
    }

    private void sendKeyed(TableChanges.Keyed changes, TableStatements table, LaneTransaction to) {
        to.scans(!table.plan().arbiter());
        // Deletes first: they free values of other unique keys.
        int[] unmet = {changes.deletes().size() - changes.deletesExpected()};
        cut(changes.deletes(), rows -> {
            // Rows that were born in the batch need not be there, in whichever statement they are.
            int forgiven = Math.min(unmet[0], rows.size());
            unmet[0] -= forgiven;
            table.delete(rows, rows.size() - forgiven, to);
        });
        cut(changes.inserts(), rows -> table.insertNew(rows, to));
        cut(changes.upserts(), rows -> table.upsert(rows, to));
        List<TableChanges.Partial> partials = changes.partials();
        if (partials.size() > MAX_MASKS && !table.plan().identityBesideKey()) {
            List<Tuple> all = new ArrayList<>();
            partials.forEach(group -> all.addAll(group.rows()));
            cut(all, rows -> table.anyPartial(rows, to));
        } else {
            partials.forEach(group -> cut(group.rows(), rows -> table.partial(group.present(), rows, to)));
        }
    }

    /** Sends runs of rows that have the same columns, in order. */
    private void sendMoves(Stretch.Moves moves, LaneTransaction to) {
        TableStatements table = plans.of(moves.table());
        to.scans(!table.plan().arbiter());
        List<Tuple> before = new ArrayList<>();
        List<Tuple> after = new ArrayList<>();
        ColumnMask mask = null;
        for (Update update : moves.updates()) {
            Tuple row = Fold.rowAfter(update);
            ColumnMask present = ColumnMask.of(row);
            if (!present.equals(mask)) {
                cut(after, (from, end) -> table.moves(before.subList(from, end), after.subList(from, end), to));
                before.clear();
                after.clear();
                mask = present;
            }
            before.add(update.keySource());
            after.add(row);
        }
        cut(after, (from, end) -> table.moves(before.subList(from, end), after.subList(from, end), to));
    }

    private void sendKeyless(TableChanges.Keyless changes, TableStatements table, LaneTransaction to) {
        if (!changes.deletes().isEmpty()) {
            to.scans(true);
            List<Tuple> rows =
                    changes.deletes().stream().map(TableChanges.Counted::row).toList();
            cut(rows, (from, end) -> table.deleteCopies(changes.deletes().subList(from, end), to));
        }
        cut(changes.inserts(), rows -> table.insert(rows, to));
    }

    private static void cut(List<Tuple> rows, java.util.function.Consumer<List<Tuple>> statement) {
        cut(rows, (from, end) -> statement.accept(rows.subList(from, end)));
    }

    private static void cut(List<Tuple> rows, Range statement) {
        for (int from = 0; from < rows.size(); ) {
            int end = RowBinding.end(rows, from);
            statement.of(from, end);
            from = end;
        }
    }

    private interface Range {
        void of(int from, int end);
    }
}
