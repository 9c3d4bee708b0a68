package io.penstock.lease;

/** Why a lease is given back. */
public enum Parting {
    /** The work was ended in order: the next one may begin at once. */
    DONE,
    /** This node could not go on. Another one may be better placed, unless it is over in a moment. */
    TROUBLE,
    /** Another reign has raised the epoch in the target. */
    FENCED
}
