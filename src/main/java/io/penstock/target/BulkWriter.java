package io.penstock.target;

/**
 * Replaces a part of a table, or all of it, in one transaction. Takes PostgreSQL's COPY text format in blocks that end at any
 * byte. Blocking; one thread.
 */
public interface BulkWriter extends AutoCloseable {
    void write(byte[] block);

    /**
     * Ends the transaction; durable on return.
     *
     * @param mark written with the rows, or null
     * @return rows that were written
     */
    long finish(Statement mark);

    /** Without {@link #finish} before it: nothing was written. */
    @Override
    void close();
}
