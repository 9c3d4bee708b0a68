package io.penstock.verify;

/** Waits for the loop. */
@FunctionalInterface
public interface PassedPosition {
    /** Blocks until all that the source has in its log by now is on the target; fails when the loop ends before. */
    void await() throws Exception;
}
