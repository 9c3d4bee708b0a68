package io.penstock.lease;

import io.penstock.model.LoopName;

/** What a node is told of leases. */
public interface LeaseListener {
    /** The lease is gone without having been released. @param why for people */
    void lost(LoopName loop, String why);

    /** Nobody holds the lease any more: trying is worth while now. */
    void free(LoopName loop);

    /** The loop ought to run on that node: drain it, then release it. Told again until it is so. */
    void recalled(LoopName loop, String node);
}
