package io.penstock.source;

import io.penstock.model.Mutation;
import io.penstock.stamp.Stamp;
import java.util.List;

/** Where a feed puts what it has read. All methods are called on the feed's own thread. */
public interface MutationSink {
    /**
     * Hands over mutations in stream order, waiting for room in the window.
     *
     * @param mutations at least one; kept as it is and not copied: once taken, the feed must not change the list
     * @param retainedBytes the sum over the mutations
     * @param patienceMillis how long to wait at most; the feed then tells its server that it is alive and tries again
     * @return false when there was no room in that time: nothing was taken
     */
    boolean offer(List<Mutation> mutations, long retainedBytes, long patienceMillis) throws InterruptedException;

    /** True when all that was handed over is executed: whoever waits for more has nothing else to do. */
    boolean isHungry();

    /**
     * The source has nothing more before {@code position} and no transaction is under way. Called when the position
     * moved without changes for this loop, and about once a second while idle.
     */
    void idle(Stamp position);

    /** Reading ended by itself; the feed is dead. Called at most once. */
    void failed(SourceException cause);
}
