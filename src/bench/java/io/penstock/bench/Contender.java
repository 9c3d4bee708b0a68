package io.penstock.bench;

/** A way to replicate the site's database. One object a run. */
interface Contender {
    /** Moments of {@link System#nanoTime()}. */
    record Started(long begun, long ready) {}

    /** Begins with tables that are filled alike on both sides; on return changes flow. */
    void follow() throws Exception;

    /** Stops, with the slot kept. */
    void pause() throws Exception;

    /**
     * Goes on after {@link #pause()}.
     *
     * @return {@code begun}: when it was told to; {@code ready}: when it could work, start-up left out
     */
    Started resume() throws Exception;

    /** Copies the source's rows into the target's empty tables; returns when that has begun. */
    Started copy() throws Exception;

    /** Processor seconds outside of the two servers, so far. */
    double cpuSeconds();

    /** The most memory resident outside of the two servers, in MiB; -1 when there is none. */
    double peakResidentMiB();

    /** Ends everything and removes what it left on both servers. */
    void remove() throws Exception;

    /** Throws when the contender has given up, so that nobody waits for it. */
    void check() throws Exception;
}
