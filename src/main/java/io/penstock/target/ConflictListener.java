package io.penstock.target;

import io.penstock.model.TableName;

/** Told of rows that the target did not have although the source changed them; what was applied ends equal anyway. */
@FunctionalInterface
public interface ConflictListener {
    /** Nobody listens. */
    ConflictListener NONE = (table, rows) -> {};

    /** @param rows that were to be deleted or replaced, and were not there */
    void missing(TableName table, long rows);
}
