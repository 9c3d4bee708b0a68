package io.penstock.bench;

import java.util.concurrent.TimeUnit;

/** Waiting for something to be true, with a limit. */
final class Waiting {
    private static final long PAUSE_MILLIS = 5;

    private Waiting() {}

    interface Condition {
        boolean holds() throws Exception;
    }

    static void until(int seconds, String what, Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("waited " + seconds + " s, and still not: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }
}
