package io.penstock.model;

import io.penstock.stamp.Stamp;
import java.util.List;

/**
 * One change of the source, in stream order. {@code stamp} is that of the transaction it belongs to; {@code ordinal}
 * counts the row messages inside the transaction from 1, before any filter, so that it is the same each time the
 * source sends the transaction.
 */
public sealed interface Mutation {
    /** Heap kept by a mutation beside its tuples. */
    int OVERHEAD_BYTES = 40;

    Stamp stamp();

    long ordinal();

    /** What keeping this mutation costs, in bytes of heap. */
    default int retainedBytes() {
        return OVERHEAD_BYTES;
    }

    /** A change of one row. */
    sealed interface RowMutation extends Mutation permits Insert, Update, Delete {
        TableSchema table();

        /** A tuple that holds the key columns of the row as it was before: what the row is found by. */
        Tuple keySource();
    }

    /** A new row; {@code row} is complete. */
    record Insert(Stamp stamp, long ordinal, TableSchema table, Tuple row) implements RowMutation {
        @Override
        public Tuple keySource() {
            return row;
        }

        @Override
        public int retainedBytes() {
            return OVERHEAD_BYTES + row.retainedBytes();
        }
    }

    /**
     * A changed row.
     *
     * @param old the row before, as far as the source sent it: the key columns where the key changed, all columns under
     *     replica identity full, otherwise null. Columns it does not hold are absent.
     * @param row the row after; may have absent values
     */
    record Update(Stamp stamp, long ordinal, TableSchema table, Tuple old, Tuple row) implements RowMutation {
        @Override
        public Tuple keySource() {
            return old == null ? row : old;
        }

        /** True when the row moves to another key. Always false for a keyless table. */
        public boolean movesKey() {
            if (old == null) {
                return false;
            }
            for (int column : table.key()) {
                if (!row.isAbsent(column) && !old.sameValue(column, row, column)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public int retainedBytes() {
            return OVERHEAD_BYTES + row.retainedBytes() + (old == null ? 0 : old.retainedBytes());
        }
    }

    /** A removed row; {@code old} holds its key columns, or all of them under replica identity full. */
    record Delete(Stamp stamp, long ordinal, TableSchema table, Tuple old) implements RowMutation {
        @Override
        public Tuple keySource() {
            return old;
        }

        @Override
        public int retainedBytes() {
            return OVERHEAD_BYTES + old.retainedBytes();
        }
    }

    /** Tables emptied by one command. Only replicated tables are listed. */
    record Truncate(Stamp stamp, long ordinal, List<TableSchema> tables, boolean cascade, boolean restartIdentity)
            implements Mutation {
        public Truncate {
            tables = List.copyOf(tables);
        }
    }

    /**
     * What the source did to rows of other tables because foreign keys say so, without a word in its log. Worked out
     * from the rows that the target has: to be applied in its place, with nothing beside it.
     *
     * @param dependents in the order in which they are to be dealt with
     * @param parents the values that rows referred to, each once; of one parent only where {@code after} is there
     * @param after the same values as the parent has them now, or null: the parents were removed
     */
    record Cascade(Stamp stamp, long ordinal, List<Dependents> dependents, List<Tuple> parents, Tuple after)
            implements Mutation {
        public Cascade {
            dependents = List.copyOf(dependents);
            parents = List.copyOf(parents);
        }

        @Override
        public int retainedBytes() {
            int bytes = OVERHEAD_BYTES * (1 + dependents.size());
            for (Tuple parent : parents) {
                bytes += parent.retainedBytes();
            }
            return bytes + (after == null ? 0 : after.retainedBytes());
        }
    }

    /**
     * The source described a table: for the first time in this session, or because its shape changed. What follows is
     * read with {@code table}. It stands before the row message that it carries the ordinal of; it is not counted.
     *
     * @param definition all that is known of the table, for creating or changing it on the target
     */
    record Described(Stamp stamp, long ordinal, TableSchema table, TableDefinition definition) implements Mutation {}

    /**
     * The rows of a table are others from here on, and no message tells which: they have to be read from the source.
     * Dealt with by the copy; lanes never see it.
     */
    record Reread(Stamp stamp, long ordinal, TableDefinition definition) implements Mutation {}

    /**
     * The end of a transaction. Its ordinal is {@link LanePosition#WHOLE}.
     *
     * @param commitMicros the source's commit time, microseconds since 1970-01-01 UTC
     */
    record Commit(Stamp stamp, long commitMicros) implements Mutation {
        @Override
        public long ordinal() {
            return LanePosition.WHOLE;
        }
    }
}
