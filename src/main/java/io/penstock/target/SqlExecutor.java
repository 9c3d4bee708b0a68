package io.penstock.target;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Runs the few statements that are the same for every lane: progress, epochs, catalogue questions. */
public interface SqlExecutor {
    /** The rows, each as column name to value, in order. Failures are {@link TargetException}. */
    Future<List<Map<String, Object>>> query(Statement statement);

    /** Runs all in one transaction, in order; the rows of the last one. Durable when it completes. */
    Future<List<Map<String, Object>>> transaction(List<Statement> statements);
}
