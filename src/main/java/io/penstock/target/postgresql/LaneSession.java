package io.penstock.target.postgresql;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One connection on which statements are sent without waiting for the answers before, and answered in that order. A
 * server that stops answering is given up: the client library alone would wait for ever. All calls on one context.
 */
final class LaneSession {
    private final Vertx vertx;
    private final Pool pool;
    private final SqlConnection connection;
    private final boolean triggersOff;
    private final long silenceNanos;
    private final long watchdog;
    private final Set<Promise<?>> owed = new LinkedHashSet<>();
    private boolean gaveUp;
    private long unanswered;
    private long lastMove = System.nanoTime();

    /** @param answerTimeout the longest time between two answers while some are owed */
    private LaneSession(Vertx vertx, Pool pool, SqlConnection connection, boolean triggersOff, Duration answerTimeout) {
        this.vertx = vertx;
        this.pool = pool;
        this.connection = connection;
        this.triggersOff = triggersOff;
        this.silenceNanos = answerTimeout.toNanos();
        // What breaks the connection also fails the statements that wait; there it is told.
        connection.exceptionHandler(broken -> {});
        this.watchdog = vertx.setPeriodic(Math.max(50, answerTimeout.toMillis() / 4), id -> watch());
    }

    /**
     * Connects.
     *
     * @param session shown in the server's list of sessions
     * @param triggersOff whether the role may switch off triggers and foreign keys; then they are
     */
    static Future<LaneSession> open(Vertx vertx, PostgresSessions sessions, String session, boolean triggersOff) {
        // A pool of one, because only pools take options of the network.
        Pool pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(1))
                .with(sessions.network())
                .connectingTo(sessions.options(session))
                .using(vertx)
                .build();
        // Half as long again as the server's own limit on a statement, whose error says more.
        Duration patience = sessions.applyTimeout().multipliedBy(3).dividedBy(2);
        return pool.getConnection()
                .compose(connection -> connection
                        .query(sessions.laneSettings(triggersOff))
                        .execute()
                        .map(set -> new LaneSession(vertx, pool, connection, triggersOff, patience)))
                .recover(error -> pool.close().transform(closed -> Future.failedFuture(error)));
    }

    boolean triggersOff() {
        return triggersOff;
    }

    Future<RowSet<Row>> simple(String sql) {
        return watched(connection.query(sql).execute());
    }

    Future<RowSet<Row>> prepared(String sql, Tuple arguments) {
        return watched(connection.preparedQuery(sql).execute(arguments));
    }

    /** The answer, or a failure when the server is silent for too long. */
    <T> Future<T> orGone(Future<T> answer) {
        Promise<T> first = Promise.promise();
        owed.add(first);
        answer.onComplete(done -> {
            owed.remove(first);
            if (done.succeeded()) {
                first.tryComplete(done.result());
            } else {
                first.tryFail(done.cause());
            }
        });
        return first.future();
    }

    private Future<RowSet<Row>> watched(Future<RowSet<Row>> answer) {
        if (unanswered++ == 0) {
            lastMove = System.nanoTime();
        }
        return answer.onComplete(done -> {
            unanswered--;
            lastMove = System.nanoTime();
        });
    }

    private void watch() {
        if (unanswered > 0 && System.nanoTime() - lastMove > silenceNanos) {
            gaveUp = true;
            vertx.cancelTimer(watchdog);
            TargetException cause = new TargetException(
                    Kind.RETRYABLE,
                    "",
                    "the target has not answered for " + silenceNanos / 1_000_000 + " ms",
                    "look at the target's load and locks, or raise applyTimeout",
                    null);
            List<Promise<?>> waiting = List.copyOf(owed);
            owed.clear();
            waiting.forEach(promise -> promise.tryFail(cause));
        }
    }

    /**
     * Ends the session; the server rolls back what is open. Statements under way are answered first. A silent server is
     * not waited for longer than for any answer: what it may still do is held back by the guard.
     */
    Future<Void> close() {
        unanswered++;
        Future<Void> closed = connection.close().transform(done -> pool.close());
        if (gaveUp) {
            return Future.succeededFuture();
        }
        return orGone(closed).transform(done -> {
            vertx.cancelTimer(watchdog);
            return Future.succeededFuture();
        });
    }
}
