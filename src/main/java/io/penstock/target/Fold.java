package io.penstock.target;

import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Folds mutations in stream order to what is left of them, each table for itself: a change of one table's keys need not
 * cut what is folded of another. What folding can't say (a row that moves to another key, a table that has to be
 * written in source order) cuts the table's list: it is applied as it stands, after what came before and before what
 * comes after.
 */
public final class Fold {
    private final boolean foldable;
    private final List<Stretch> done = new ArrayList<>();
    private List<RowMutation> ordered = new ArrayList<>();
    private MoveGroup moves;
    private TableFold fold;

    private Fold(boolean foldable) {
        this.foldable = foldable;
    }

    /**
     * @param foldable false for tables whose mutations must all be applied as they stand
     * @return stretches in the order in which they are to be applied, a table after the other by name; none for no
     *     mutations
     */
    public static List<Stretch> of(List<RowMutation> mutations, Predicate<TableSchema> foldable) {
        Map<TableName, Fold> folds = new TreeMap<>();
        TableSchema lastSchema = null;
        Fold last = null;
        for (RowMutation mutation : mutations) {
            if (mutation.table() != lastSchema) {
                lastSchema = mutation.table();
                last = folds.computeIfAbsent(lastSchema.name(), name -> new Fold(foldable.test(mutation.table())));
            }
            last.add(mutation);
        }
        List<Stretch> stretches = new ArrayList<>();
        folds.values().forEach(fold -> stretches.addAll(fold.ended()));
        return stretches;
    }

    private List<Stretch> ended() {
        endFolded();
        endOrdered();
        endMoves();
        return done;
    }

    /** The row as it is after {@code update}, as far as old and new tuple tell. */
    public static Tuple rowAfter(Update update) {
        return update.old() == null ? update.row() : update.row().over(update.old());
    }

    /**
     * The row of a keyless table as it was before.
     *
     * @throws TargetException when the source did not send all of it
     */
    public static Tuple rowBefore(RowMutation mutation) {
        Tuple old = mutation instanceof Update update ? update.old() : mutation.keySource();
        if (old == null || !old.isComplete()) {
            throw new TargetException(
                    TargetException.Kind.FINAL,
                    "",
                    mutation.table().name() + ": the change at " + mutation.stamp() + "#" + mutation.ordinal()
                            + " does not say which row it changes",
                    "give the table a primary key, or set REPLICA IDENTITY FULL on the source",
                    null);
        }
        return old;
    }

    private void add(RowMutation mutation) {
        if (!foldable) {
            ordered.add(mutation);
        } else if (mutation instanceof Update update && update.old() != null && update.movesKey()) {
            addMove(update);
        } else {
            endMoves();
            if (!foldOf(mutation.table()).add(mutation)) {
                endFolded();
                foldOf(mutation.table()).add(mutation);
            }
        }
    }

    private void addMove(Update update) {
        endFolded();
        if (moves == null || !moves.add(update)) {
            endMoves();
            moves = new MoveGroup(update.table());
            moves.add(update);
        }
    }

    private TableFold foldOf(TableSchema schema) {
        if (fold != null && fold.table() != schema && !fold.table().equals(schema)) {
            // The table changed its shape; tuples of two shapes can't be laid over each other.
            endFolded();
        }
        if (fold == null) {
            fold = schema.isKeyless() ? new KeylessFold(schema) : new KeyedFold(schema);
        }
        return fold;
    }

    private void endFolded() {
        if (fold != null) {
            done.add(new Stretch.Folded(fold.changes()));
            fold = null;
        }
    }

    private void endOrdered() {
        if (!ordered.isEmpty()) {
            done.add(new Stretch.InOrder(ordered));
            ordered = new ArrayList<>();
        }
    }

    private void endMoves() {
        if (moves != null) {
            done.add(moves.stretch());
            moves = null;
        }
    }

    /** Folds the mutations of one table. */
    interface TableFold {
        TableSchema table();

        /** Takes the mutation, or returns false when it can't be said together with what is there. */
        boolean add(RowMutation mutation);

        /** Called once, at the end. */
        TableChanges changes();
    }
}
