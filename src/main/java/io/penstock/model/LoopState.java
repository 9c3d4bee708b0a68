package io.penstock.model;

/** Where a loop stands in its life. */
public enum LoopState {
    /** Not held by this node, or waiting to try again. */
    WAITING,
    /** The lease is held; nothing has been read or written yet. */
    LEASED,
    /** Progress is being loaded, source and target are being prepared, or what is there is being copied. */
    RESTORING,
    RUNNING,
    PAUSED,
    /** Applying what has been read; nothing new is read. */
    DRAINING,
    /** Stopped by an error that trying again can't mend; the status names it and the remedy. */
    FAILED,
    /** Another reign has taken over in the target. */
    FENCED,
    STOPPED
}
