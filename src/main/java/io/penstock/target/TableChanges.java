package io.penstock.target;

import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import java.util.List;

/** What folding left to do in one table. Each key, or each distinct row, occurs once in all lists together. */
public sealed interface TableChanges {
    TableSchema table();

    /**
     * Changes of a table with a key. All lists are sorted by key, so that lanes lock rows in one order.
     *
     * @param deletes tuples that hold the key columns; to be carried out before the upserts
     * @param deletesExpected how many of them ought to find a row; the others were inserted in the same batch
     * @param inserts complete rows whose insert is in the batch: the target ought to have none of them
     * @param upserts complete rows of which one ought to be there
     * @param partials rows of which some values were not sent, grouped by which ones were
     */
    record Keyed(
            TableSchema table,
            List<Tuple> deletes,
            int deletesExpected,
            List<Tuple> inserts,
            List<Tuple> upserts,
            List<Partial> partials)
            implements TableChanges {}

    /** Rows that have the same columns. The key columns are always among them. */
    record Partial(ColumnMask present, List<Tuple> rows) {}

    /**
     * Changes of a table without a key, as a multiset of whole rows.
     *
     * @param inserts each row as often as it is to be inserted
     * @param deletes each distinct row once
     */
    record Keyless(TableSchema table, List<Tuple> inserts, List<Counted> deletes) implements TableChanges {}

    /** @param copies how many equal rows are to go */
    record Counted(Tuple row, int copies) {}
}
