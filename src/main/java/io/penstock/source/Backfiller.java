package io.penstock.source;

import io.penstock.model.TableDefinition;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import java.util.List;

/** Reads the rows that are there. */
public interface Backfiller {
    /**
     * Opens one snapshot of all replicated tables, joined to the log without a gap. What an interrupted copy left on
     * the source is dropped first.
     */
    Future<Snapshot> open();

    /** One moment of the source. */
    interface Snapshot {
        /** The stream goes on exactly behind this. */
        Stamp stamp();

        /** The tables to copy, as the snapshot has them; partitioned roots are not among them, their leaves are. */
        List<TableDefinition> tables();

        /** Opens a reader of one table. Blocks: call it off the event loop; several may be open at once. */
        RowReader read(TableDefinition table);

        Future<Void> close();
    }

    /**
     * Rows of one table in PostgreSQL's COPY text format (columns in the order of the table's schema without generated
     * ones, tabs between, \N for NULL, backslash escapes), UTF-8, in blocks that end at any byte. Blocking.
     */
    interface RowReader extends AutoCloseable {
        /** The next block, or null at the end. */
        byte[] next();

        @Override
        void close();
    }
}
