package io.penstock.source.mysql;

import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.source.SourceException;

/** What of the images of a row is kept. With {@code binlog_row_image} other than FULL they are not whole. */
final class RowImages {
    private RowImages() {}

    /** The row after, with what it lacks taken from the row before as far as that has it. */
    static Tuple filled(Tuple after, Tuple before) {
        return after.isComplete() ? after : after.over(before);
    }

    /** The row before where rows are found by the whole row or the key moves, otherwise null. */
    static Tuple neededOld(TableSchema table, Tuple before, Tuple after) {
        findable(table, before);
        for (int column : table.key()) {
            if (!before.sameValue(column, after, column)) {
                return before;
            }
        }
        return table.isKeyless() ? before : null;
    }

    /** @throws SourceException when the image doesn't say which row it is */
    static Tuple findable(TableSchema table, Tuple before) {
        boolean whole = table.isKeyless() ? before.isComplete() : true;
        for (int column : table.key()) {
            whole &= !before.isAbsent(column);
        }
        if (!whole) {
            throw SourceException.fatal(
                    "the log does not have enough of the row before a change to find it by",
                    "SET GLOBAL binlog_row_image = 'FULL' on the source, make its sessions connect anew, and copy the"
                            + " table again");
        }
        return before;
    }
}
