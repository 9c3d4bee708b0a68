package io.penstock.target;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation.RowMutation;
import io.vertx.core.Future;
import java.util.List;

/**
 * One lane's own connection to the target. Calls are carried out in the order they are made and may be made without
 * waiting for the one before: a call behind a failed one fails too, with nothing written. After a failure the writer
 * is dead; close it.
 */
public interface LaneWriter {
    /**
     * One whole target transaction, sent in one flight: guard, mutations (folded), position, commit.
     *
     * @return completes when it is durable
     */
    Future<Void> apply(List<RowMutation> mutations, LanePosition from, LanePosition to);

    /**
     * The same, but unfolded: one statement a mutation, in source order, each answered before the next is sent. Slow;
     * for what {@link #apply} could not do, and to name the row at fault.
     */
    Future<Void> applyInOrder(List<RowMutation> mutations, LanePosition from, LanePosition to);

    /** Opens a transaction that grows by {@link #append} until {@link #commit}. */
    Future<Void> begin(LanePosition at);

    /** Adds mutations to the open transaction; completes when they are executed, not yet durable. */
    Future<Void> append(List<RowMutation> mutations);

    /** As {@link #append}, unfolded. */
    Future<Void> appendInOrder(List<RowMutation> mutations);

    /** Ends the open transaction; completes when it is durable. */
    Future<Void> commit(LanePosition from, LanePosition to);

    /** Empties tables inside a transaction of its own. */
    Future<Void> truncate(io.penstock.model.Mutation.Truncate truncate, LanePosition from, LanePosition to);

    /** Rolls back what is open and gives the connection up. */
    Future<Void> close();
}
