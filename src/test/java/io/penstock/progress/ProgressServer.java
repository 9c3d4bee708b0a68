package io.penstock.progress;

import io.penstock.target.SqlExecutor;

/** An empty target for the contract of the progress store. */
interface ProgressServer extends SqlExecutor, AutoCloseable {
    /** In its product's words. */
    ProgressSql statements();
}
