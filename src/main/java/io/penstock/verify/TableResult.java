package io.penstock.verify;

import io.penstock.model.TableName;

/**
 * What the comparison of one table came to. Numbers only: rows are nobody's business but the databases'.
 *
 * @param rows on the source, when its checksums were read
 * @param missing rows that the target lacks; of tables without a key, distinct rows of which it has too few
 * @param extra rows that only the target has; of tables without a key, distinct rows of which it has too many
 * @param different rows whose values differ
 * @param undecided rows that changed at each look
 * @param truncated whether there are more rows to look at than one comparison takes; the numbers are then the least
 * @param skipped why the table could not be compared, or null
 */
public record TableResult(
        TableName table,
        long rows,
        long missing,
        long extra,
        long different,
        long undecided,
        boolean truncated,
        String skipped) {
    static TableResult skipped(TableName table, String why) {
        return new TableResult(table, 0, 0, 0, 0, 0, false, why);
    }

    /** How many rows were found to differ. */
    public long differences() {
        return missing + extra + different;
    }
}
