package io.penstock.target;

import io.penstock.model.Mutation.RowMutation;
import java.util.List;

/** A part of a list of mutations that is applied before the next part begins. */
public sealed interface Stretch {
    /**
     * What is left to do when each key's mutations have been folded.
     *
     * @param tables in the order of their names, each once; they may be written in any order
     */
    record Folded(List<TableChanges> tables) implements Stretch {}

    /** Mutations that have to be applied one after the other, as they stand. */
    record InOrder(List<RowMutation> mutations) implements Stretch {}
}
