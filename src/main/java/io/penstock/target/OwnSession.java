package io.penstock.target;

import io.vertx.core.Future;

/**
 * One session of the target, opened once. When it is lost every call fails, retryable; no other takes its place. So a
 * commit on it proves that the server has not crashed, and has taken nothing back, since it was opened.
 */
public interface OwnSession extends SqlExecutor {
    Future<Void> close();
}
