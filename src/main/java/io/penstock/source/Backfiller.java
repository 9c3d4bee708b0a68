package io.penstock.source;

import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import java.util.List;

/** Reads the rows that are there, in parts that each show one moment. Several readers may be open at once. */
public interface Backfiller {
    /** Reads {@link Moment#text()}. @throws SourceException for a text that is none; never a guess */
    Moment moment(String text);

    /** What a reader would see now. */
    Future<Moment> now();

    /**
     * Where keys lie among bounds, by the order that the source has for the key.
     *
     * @param bounds ascending; each the values of the key columns
     * @return for each key, how many of the bounds lie before it
     */
    Future<int[]> places(TableDefinition table, List<List<String>> bounds, List<List<String>> keys);

    /** A reader with a connection of its own, opened when it is first needed. */
    ChunkReader reader();

    /** Blocking: to be used off the event loop, by one thread at a time. After a failure it may be used again. */
    interface ChunkReader extends AutoCloseable {
        /**
         * The key of the row that lies {@code rows} rows behind a key.
         *
         * @param behind null for the beginning
         * @return null where the table has no such row
         */
        List<String> keyBehind(TableDefinition table, List<String> behind, long rows);

        /**
         * Opens a part of a table, in the shape that the table has now.
         *
         * @return null where there is no such table any more
         */
        Chunk open(TableName table, KeyRange range);

        /** Makes what is under way fail soon. May be called on any thread. */
        void cancel();

        @Override
        void close();
    }

    /** The rows of one part of a table at one moment. To be closed before its reader opens the next one. */
    interface Chunk extends AutoCloseable {
        TableDefinition table();

        Moment moment();

        /** A place of the log that lies behind every transaction which the moment sees. */
        Stamp position();

        /**
         * The next block of rows in PostgreSQL's COPY text format (columns in the order of the table's schema without
         * generated ones, tabs between, \N for NULL, backslash escapes), UTF-8, ending at any byte; null at the end.
         */
        byte[] next();

        @Override
        void close();
    }
}
