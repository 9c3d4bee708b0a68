package io.penstock.source.postgresql;

import io.penstock.model.Tuple;
import io.penstock.source.SourceException;
import io.penstock.stamp.LsnStamp;

/**
 * The values of rows, as slices of the message that they came in. (PostgreSQL documentation, "Logical Replication
 * Message Formats", TupleData.) Runs once or twice a row message.
 */
final class TupleDecoder {
    /** All columns that the server sent. */
    Tuple whole(MessageBytes in, Relation relation) {
        int[] bounds = bounds(in, relation);
        return new Tuple(in.bytes(), bounds);
    }

    /** An old key: the server sends NULL for all other columns, which would be a lie. */
    Tuple keyOnly(MessageBytes in, Relation relation) {
        int[] bounds = bounds(in, relation);
        boolean[] key = relation.keyColumns();
        for (int i = 0; i < key.length; i++) {
            if (!key[i]) {
                bounds[2 * i + 1] = Tuple.ABSENT;
            }
        }
        return new Tuple(in.bytes(), bounds);
    }

    private static int[] bounds(MessageBytes in, Relation relation) {
        int columns = in.int16();
        if (columns != relation.keyColumns().length) {
            throw SourceException.fatal(
                    "a row of " + relation.message().name() + " has " + columns + " columns where "
                            + relation.keyColumns().length + " were described",
                    "this is a defect of the server's output plugin or of Penstock: report it");
        }
        int[] bounds = new int[2 * columns];
        for (int at = 0; at < bounds.length; at += 2) {
            byte kind = in.int8();
            switch (kind) {
                case 't' -> {
                    int length = in.int32();
                    bounds[at] = in.position();
                    bounds[at + 1] = length;
                    in.skip(length);
                }
                case 'n' -> bounds[at + 1] = Tuple.NULL;
                case 'u' -> bounds[at + 1] = Tuple.ABSENT;
                default ->
                    throw SourceException.fatal(
                            "column "
                                    + relation.message()
                                            .attributes()
                                            .get(at / 2)
                                            .name() + " of "
                                    + relation.message().name() + " comes as kind 0x"
                                    + Integer.toHexString(kind & 0xFF),
                            "Penstock reads values as text: do not set the option binary");
            }
        }
        return bounds;
    }

    /** The new row with what it lacks (unchanged, stored out of line) taken from the old one where that has it. */
    Tuple filled(Tuple row, Tuple old) {
        if (old != null) {
            for (int i = 0, columns = row.size(); i < columns; i++) {
                if (row.isAbsent(i) && !old.isAbsent(i)) {
                    return row.over(old);
                }
            }
        }
        return row;
    }

    /**
     * What of an update's old row has to be kept: all of it where rows are found by the whole row or the key moves,
     * otherwise nothing.
     */
    Tuple neededOld(Relation relation, Tuple old, Tuple row, LsnStamp stamp) {
        int[] key = relation.key();
        if (old == null) {
            checkIsFindable(relation, row, stamp);
            return null;
        }
        if (key.length == 0) {
            return old;
        }
        for (int column : key) {
            if (!old.sameValue(column, row, column)) {
                return old;
            }
        }
        return null;
    }

    /** Without an old row the new one must hold the key. */
    private static void checkIsFindable(Relation relation, Tuple row, LsnStamp stamp) {
        String remedy =
                "ALTER TABLE " + Quoting.table(relation.message().name()) + " REPLICA IDENTITY FULL on the source,"
                        + " update it to its newest minor release, and copy the table again";
        if (relation.key().length == 0) {
            throw SourceException.fatal(
                    "an update of " + relation.message().name() + " at " + stamp
                            + " doesn't say which row: the table has no key and no replica identity",
                    remedy);
        }
        for (int column : relation.key()) {
            if (row.isAbsent(column)) {
                throw SourceException.fatal(
                        "an update of " + relation.message().name() + " at " + stamp + " lacks the key column "
                                + relation.message().attributes().get(column).name() + ", which is stored out of line",
                        remedy);
            }
        }
    }
}
