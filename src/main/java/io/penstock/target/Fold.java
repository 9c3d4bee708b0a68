package io.penstock.target;

import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Folds mutations in stream order to what is left of them. What folding can't say (a row that moves to another key, a
 * table that has to be written in source order) cuts the list: it is applied as it stands, after what came before and
 * before what comes after.
 */
public final class Fold {
    private final Predicate<TableSchema> foldable;
    private final List<Stretch> done = new ArrayList<>();
    private List<RowMutation> ordered = new ArrayList<>();
    private MoveGroup moves;
    private Map<TableName, TableFold> byName = new HashMap<>();
    private Map<TableSchema, TableFold> bySchema = new IdentityHashMap<>();
    private TableSchema lastSchema;
    private TableFold lastFold;

    private Fold(Predicate<TableSchema> foldable) {
        this.foldable = foldable;
    }

    /**
     * @param foldable false for tables whose mutations must all be applied as they stand
     * @return stretches in the order in which they are to be applied; none for no mutations
     */
    public static List<Stretch> of(List<RowMutation> mutations, Predicate<TableSchema> foldable) {
        Fold fold = new Fold(foldable);
        for (RowMutation mutation : mutations) {
            fold.add(mutation);
        }
        fold.endFolded();
        fold.endOrdered();
        fold.endMoves();
        return fold.done;
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
        if (mutation instanceof Update update && update.old() != null && update.movesKey()) {
            addMove(update);
            return;
        }
        TableFold fold = foldFor(mutation.table());
        if (fold == null) {
            addOrdered(mutation);
            return;
        }
        endOrdered();
        endMoves();
        if (!fold.add(mutation)) {
            endFolded();
            foldFor(mutation.table()).add(mutation);
        }
    }

    private void addOrdered(RowMutation mutation) {
        endFolded();
        endMoves();
        ordered.add(mutation);
    }

    private void addMove(Update update) {
        if (!foldable.test(update.table())) {
            addOrdered(update);
            return;
        }
        endFolded();
        endOrdered();
        if (moves == null || !moves.add(update)) {
            endMoves();
            moves = new MoveGroup(update.table());
            moves.add(update);
        }
    }

    /** The fold that takes the table's mutations, or null when they can't be folded. */
    private TableFold foldFor(TableSchema schema) {
        if (schema == lastSchema) {
            return lastFold;
        }
        TableFold fold = bySchema.get(schema);
        if (fold == null && foldable.test(schema)) {
            fold = byName.get(schema.name());
            if (fold != null && !fold.table().equals(schema)) {
                // The table changed its shape; tuples of two shapes can't be laid over each other.
                endFolded();
                fold = null;
            }
            if (fold == null) {
                fold = schema.isKeyless() ? new KeylessFold(schema) : new KeyedFold(schema);
                byName.put(schema.name(), fold);
            }
            bySchema.put(schema, fold);
        }
        lastSchema = schema;
        lastFold = fold;
        return fold;
    }

    private void endFolded() {
        if (byName.isEmpty()) {
            return;
        }
        done.add(new Stretch.Folded(byName.values().stream()
                .sorted(Comparator.comparing(fold -> fold.table().name()))
                .map(TableFold::changes)
                .toList()));
        byName = new HashMap<>();
        bySchema = new IdentityHashMap<>();
        lastSchema = null;
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
