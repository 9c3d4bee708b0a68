package io.penstock.target.postgresql;

import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.target.BulkWriter;
import io.penstock.target.Statement;

/** Opens writers for copies. */
@FunctionalInterface
public interface BulkOpener {
    /** Blocks. See {@link io.penstock.target.Target#openBulk}. */
    BulkWriter open(TableDefinition table, KeyRange range, String session, Statement guard);
}
