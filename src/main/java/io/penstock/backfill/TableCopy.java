package io.penstock.backfill;

import io.penstock.model.TableName;

/** How far the copy of one table has come. Changed by the thread that copies, read by others. */
public final class TableCopy {
    private final TableName table;
    private final long estimatedRows;
    private volatile long bytes;
    private volatile long rows;
    private volatile boolean done;

    TableCopy(TableName table, long estimatedRows) {
        this.table = table;
        this.estimatedRows = estimatedRows;
    }

    void read(long totalBytes) {
        bytes = totalBytes;
    }

    void finished(long totalRows) {
        rows = totalRows;
        done = true;
    }

    public TableName table() {
        return table;
    }

    /** From the source's statistics, or -1. */
    public long estimatedRows() {
        return estimatedRows;
    }

    /** Bytes read so far, in COPY's text format. */
    public long bytes() {
        return bytes;
    }

    /** Rows in the target; known when the table is done. */
    public long rows() {
        return rows;
    }

    public boolean isDone() {
        return done;
    }
}
