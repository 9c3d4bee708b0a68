package io.penstock.target;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation;
import io.vertx.core.Future;
import java.util.List;

/**
 * One lane's own connection to the target. Calls are carried out in the order they are made and may be made without
 * waiting for the one before: a call behind a failed one fails too, with nothing written. After a failure the writer
 * is dead; close it. The mutations are those of rows, truncates and cascades; nothing else may be among them.
 */
public interface LaneWriter {
    /**
     * One whole target transaction, sent in one flight: guard, mutations (folded), position, commit.
     *
     * @return completes when it is committed: everybody sees it, and it is durable as soon as anything that is committed
     *     after it is. A crash of the server may take back the last commits of a lane, together with its position.
     */
    Future<Void> apply(List<? extends Mutation> mutations, LanePosition from, LanePosition to);

    /**
     * The same, but unfolded: one statement a mutation, in source order. Slower; for what {@link #apply} could not do,
     * for moves of keys, and to name the row at fault.
     */
    Future<Void> applyInOrder(List<? extends Mutation> mutations, LanePosition from, LanePosition to);

    /** Opens a transaction that grows by {@link #append} until {@link #commit}. */
    Future<Void> begin(LanePosition at);

    /** Adds mutations to the open transaction; completes when they are executed, not yet durable. */
    Future<Void> append(List<? extends Mutation> mutations);

    /** As {@link #append}, unfolded. */
    Future<Void> appendInOrder(List<? extends Mutation> mutations);

    /** Ends the open transaction; completes when it is committed, as with {@link #apply}. */
    Future<Void> commit(LanePosition from, LanePosition to);

    /** Rolls back what is open and gives the connection up. */
    Future<Void> close();
}
