package io.penstock.target.postgresql;

import io.penstock.model.TableName;

/** The target's tables as last read from its catalogue. */
@FunctionalInterface
public interface TargetTables {
    /**
     * The table, or null when the target has none of this name. No I/O; the same instance until the table changes.
     */
    TargetTable find(TableName name);
}
