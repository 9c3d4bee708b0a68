package io.penstock.demo.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;

/** What an application does in one transaction. Used by several workers at once: it keeps no state of its own. */
@FunctionalInterface
public interface Traffic {
    /**
     * Runs the statements of one transaction; the caller commits.
     *
     * @param connection has auto-commit off
     * @param random the worker's own: all choices come from it
     */
    void transaction(Connection connection, SplittableRandom random) throws SQLException;
}
