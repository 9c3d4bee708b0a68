package io.penstock.target;

/**
 * Replaces the content of one table in one transaction. Takes PostgreSQL's COPY text format in blocks that end at any
 * byte. Blocking; one thread.
 */
public interface BulkWriter extends AutoCloseable {
    void write(byte[] block);

    /** Ends the transaction; durable on return. @return rows in the table's new content */
    long finish();

    /** Without {@link #finish} before it: nothing was written. */
    @Override
    void close();
}
