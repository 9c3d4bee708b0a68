package io.penstock.target.mysql;

import io.penstock.model.TableSchema;

/** How rows are written, for lanes: from what is known of the target's tables. */
interface TargetTables {
    /** @throws io.penstock.target.TargetException FINAL, when the target lacks the table or a column */
    WritePlan plan(TableSchema shape);

    /** Changes whenever plans may have changed. */
    long version();
}
