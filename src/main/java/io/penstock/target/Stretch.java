package io.penstock.target;

import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import java.util.List;

/** A part of the mutations of one table that is applied before the next part begins. */
public sealed interface Stretch {
    /** What is left to do of one table when each key's mutations have been folded. */
    record Folded(TableChanges changes) implements Stretch {}

    /**
     * Rows that move to other keys, in source order. They may be found all at once, but must be written in this order: a
     * key may be taken only because its owner has moved away before.
     */
    record Moves(TableSchema table, List<Update> updates) implements Stretch {}

    /** Mutations that have to be applied one after the other, as they stand. */
    record InOrder(List<RowMutation> mutations) implements Stretch {}
}
