package io.penstock.target.mysql;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One connection on which one text after the other is sent. A server that stops answering is given up: the client
 * library alone would wait for ever. All calls on one context.
 */
final class LaneSession {
    private final Vertx vertx;
    private final MysqlSessions.Single session;
    private final long maxPacketBytes;
    private final long silenceNanos;
    private final long watchdog;
    private final Set<Promise<?>> owed = new LinkedHashSet<>();
    private boolean gaveUp;
    private long lastMove = System.nanoTime();

    /** @param answerTimeout the longest time that an answer may take */
    private LaneSession(Vertx vertx, MysqlSessions.Single session, long maxPacketBytes, Duration answerTimeout) {
        this.vertx = vertx;
        this.session = session;
        this.maxPacketBytes = maxPacketBytes;
        this.silenceNanos = answerTimeout.toNanos();
        // What breaks the connection also fails the statement that waits; there it is told.
        session.connection().exceptionHandler(broken -> {});
        this.watchdog = vertx.setPeriodic(Math.max(50, answerTimeout.toMillis() / 4), id -> watch());
    }

    /** Connects, and writes into the server's list of named sessions whose it is. */
    static Future<LaneSession> open(Vertx vertx, MysqlSessions sessions, String name) {
        // A text holds many statements, each of which may take as long as the timeout says.
        Duration patience = sessions.applyTimeout().multipliedBy(3);
        return sessions.single(vertx, single -> single)
                .compose(single -> single.connection()
                        .query("SELECT @@max_allowed_packet AS packet; " + sessions.laneSettings() + "; "
                                + NamedSessions.register(name))
                        .execute()
                        .map(rows -> new LaneSession(
                                vertx, single, rows.iterator().next().getLong("packet"), patience))
                        .recover(error -> single.close().transform(closed -> Future.failedFuture(error))));
    }

    long maxPacketBytes() {
        return maxPacketBytes;
    }

    /** Sends a text; the answers of all its statements. */
    Future<RowSet<Row>> send(String text) {
        if (gaveUp) {
            return Future.failedFuture(silent());
        }
        // A character takes at most three bytes for each unit of it.
        if (text.length() > maxPacketBytes / 3) {
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes + 1 > maxPacketBytes) {
                return Future.failedFuture(new TargetException(
                        Kind.DATA,
                        "max_allowed_packet",
                        "a row takes " + bytes + " bytes in a statement, more than the target's max_allowed_packet of "
                                + maxPacketBytes,
                        "raise max_allowed_packet on the target, then resume the loop",
                        null));
            }
        }
        lastMove = System.nanoTime();
        return orGone(session.connection().query(text).execute());
    }

    /** The answer, or a failure when the server is silent for too long. */
    private <T> Future<T> orGone(Future<T> answer) {
        Promise<T> first = Promise.promise();
        owed.add(first);
        answer.onComplete(done -> {
            owed.remove(first);
            lastMove = System.nanoTime();
            if (done.succeeded()) {
                first.tryComplete(done.result());
            } else {
                first.tryFail(done.cause());
            }
        });
        return first.future();
    }

    private void watch() {
        if (!owed.isEmpty() && System.nanoTime() - lastMove > silenceNanos) {
            gaveUp = true;
            vertx.cancelTimer(watchdog);
            TargetException cause = silent();
            List<Promise<?>> waiting = List.copyOf(owed);
            owed.clear();
            waiting.forEach(promise -> promise.tryFail(cause));
        }
    }

    private TargetException silent() {
        return new TargetException(
                Kind.RETRYABLE,
                "",
                "the target has not answered for " + silenceNanos / 1_000_000 + " ms",
                "look at the target's load and locks, or raise applyTimeout",
                null);
    }

    /**
     * Ends the session; the server rolls back what is open. A silent server is not waited for longer than for any
     * answer: what it may still do is held back by the guard.
     */
    Future<Void> close() {
        Future<Void> closed = session.close();
        if (gaveUp) {
            return Future.succeededFuture();
        }
        lastMove = System.nanoTime();
        return orGone(closed).transform(done -> {
            vertx.cancelTimer(watchdog);
            return Future.succeededFuture();
        });
    }
}
