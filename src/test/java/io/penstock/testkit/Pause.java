package io.penstock.testkit;

/** Time that passes in a workload or between two polls; never a substitute for a condition. */
public final class Pause {
    private Pause() {}

    public static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
