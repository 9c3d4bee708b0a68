package io.penstock.verify;

import io.penstock.config.LoopConfig;
import io.penstock.model.TableDefinition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One sweep over tables of a loop between two PostgreSQL databases. */
public final class Verification {
    /** Class of SQL states: unknown table or column, no right to it. */
    private static final String WRONG_STATEMENT = "42";

    private final LoopConfig config;
    private final PassedPosition passed;

    public Verification(LoopConfig config, PassedPosition passed) {
        this.config = config;
        this.passed = passed;
    }

    /** Whether rows of this loop can be compared. */
    public static boolean canCompare(LoopConfig config) {
        return !config.source().url().isMySql() && !config.target().url().isMySql();
    }

    /**
     * Compares table by table, on one connection to each side. Blocking.
     *
     * @param done is told of each table when it has been compared
     */
    public List<TableResult> sweep(List<TableDefinition> tables, Consumer<TableResult> done) throws Exception {
        String session = "penstock verify " + config.name();
        List<TableResult> results = new ArrayList<>();
        try (PostgresRows source = PostgresRows.open(config.source().url(), session);
                PostgresRows target = PostgresRows.open(config.target().url(), session)) {
            TableComparison comparison = new TableComparison(source, target, passed);
            for (TableDefinition table : tables) {
                TableResult result = result(comparison, table);
                results.add(result);
                done.accept(result);
            }
        }
        return results;
    }

    /** A table that one side has otherwise, or does not let us read, is no reason to leave out the others. */
    private static TableResult result(TableComparison comparison, TableDefinition table) throws Exception {
        try {
            return comparison.of(table);
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().startsWith(WRONG_STATEMENT)) {
                return TableResult.skipped(table.name(), e.getMessage());
            }
            throw e;
        }
    }
}
