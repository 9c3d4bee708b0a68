package io.penstock.loop;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before the next try: doubling from a second up to a limit, with jitter, anew after a success. */
final class Backoff {
    private static final long FIRST_MILLIS = 500;
    private static final int MOST_DOUBLINGS = 20;

    private final long limitMillis;
    private final RandomGenerator random;
    private int failures;

    Backoff(Duration limit, RandomGenerator random) {
        this.limitMillis = Math.max(1, limit.toMillis());
        this.random = random;
    }

    /** Between half and the whole of the current step. */
    long nextMillis() {
        long step = Math.min(limitMillis, FIRST_MILLIS << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        return Math.max(1, step / 2 + random.nextLong(step / 2 + 1));
    }

    void succeeded() {
        failures = 0;
    }
}
