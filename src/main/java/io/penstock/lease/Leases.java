package io.penstock.lease;

import io.penstock.model.LoopName;
import io.vertx.core.Future;

/** Which loops this node should try to run. Advice only: who may write is decided in the target. */
public interface Leases {
    /**
     * True when this node holds the loop's lease from now on; false when somebody else has it, or ought to try first.
     * Fails with {@link LeaseException} where this node may not try at all.
     *
     * @param lookout is asked first where another node may run the loop that can't be seen from here
     */
    Future<Boolean> tryAcquire(LoopName loop, Lookout lookout);

    /** Whether a lease that this node took still stands. When it does not, the listener hears of its loss as well. */
    Future<Boolean> stands(LoopName loop);

    /** Gives a lease back, where it is held, or keeps it for another try: what is best for the loop after this. */
    Future<Void> release(LoopName loop, Parting why);

    /** Who hears of leases. One listener; set it before acquiring. It may be called on any thread. */
    void listen(LeaseListener listener);

    /** What operators want of loops, wherever they run. */
    Orders orders();
}
