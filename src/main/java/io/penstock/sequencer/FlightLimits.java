package io.penstock.sequencer;

/**
 * How much goes into one target transaction, and how many of them are under way on one connection.
 *
 * @param maxRows mutations a flight takes before it is sent, if more are waiting
 * @param maxBytes retained bytes of the same
 * @param maxOutstanding flights sent and not yet answered; two keep the server busy while the next is made up
 */
public record FlightLimits(int maxRows, long maxBytes, int maxOutstanding) {
    private static final int DEFAULT_ROWS = 20_000;
    private static final long DEFAULT_BYTES = 4L << 20;

    /** Fitting limits for a window of so many bytes: a flight must leave room for the next one. */
    public static FlightLimits forWindow(long windowBytes) {
        return new FlightLimits(DEFAULT_ROWS, Math.max(1, Math.min(DEFAULT_BYTES, windowBytes / 4)), 2);
    }
}
