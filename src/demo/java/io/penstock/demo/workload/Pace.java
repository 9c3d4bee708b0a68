package io.penstock.demo.workload;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Spreads work evenly over time: gives out one moment after the other at a steady rate, to any number of threads. Who
 * comes late may catch up on at most a quarter of a second, so that a stall is not followed by a flood.
 */
public final class Pace {
    private static final long MOST_BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
    private volatile long intervalNanos;

    private Pace(long intervalNanos) {
        this.intervalNanos = intervalNanos;
    }

    public static Pace perSecond(double rate) {
        return new Pace(intervalOf(rate));
    }

    /** As fast as it goes. */
    public static Pace unlimited() {
        return new Pace(0);
    }

    /** Changes the rate for all moments that have not been given out. */
    public void changeTo(double rate) {
        intervalNanos = intervalOf(rate);
    }

    /** Waits for the next moment. */
    public void await() throws InterruptedException {
        long interval = intervalNanos;
        if (interval == 0) {
            return;
        }
        long now = System.nanoTime();
        long mine = nextNanos.getAndUpdate(next -> Math.max(next, now - MOST_BEHIND_NANOS) + interval);
        long waitNanos = mine - now;
        if (waitNanos > 0) {
            TimeUnit.NANOSECONDS.sleep(waitNanos);
        }
    }

    private static long intervalOf(double rate) {
        if (!(rate > 0)) {
            throw new IllegalArgumentException("a rate is more than 0 a second: " + rate);
        }
        return Math.max(1, Math.round(1e9 / rate));
    }
}
