package io.penstock.target.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.target.BulkWriter;
import io.penstock.target.Statement;

/** Opens writers for the first copy of a table. */
@FunctionalInterface
public interface BulkOpener {
    /** Blocks. See {@link io.penstock.target.Target#openBulk}. */
    BulkWriter open(TableDefinition table, String session, Statement guard);
}
