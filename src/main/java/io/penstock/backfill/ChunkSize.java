package io.penstock.backfill;

/** How many rows make a chunk of a table: large enough that its cost is its rows, small enough to be lost. */
final class ChunkSize {
    private static final long AIM_BYTES = 16 << 20;
    private static final long MOST_ROWS = 100_000;
    private static final long FEWEST_ROWS = 4;
    /** Before anything is known of the rows' width. */
    private static final long FIRST_ROWS = 2_000;

    private long rows;
    private long bytes;

    void measured(long chunkRows, long chunkBytes) {
        rows += chunkRows;
        bytes += chunkBytes;
    }

    long rows() {
        if (rows == 0) {
            return FIRST_ROWS;
        }
        long width = Math.max(1, bytes / rows);
        return Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, AIM_BYTES / width));
    }
}
