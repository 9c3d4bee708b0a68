package io.penstock.target.mysql;

import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A session for a thread that waits for each answer: the copy's own, which has nothing else to do. */
final class BulkSession {
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(60);

    private final MysqlSessions.Single session;
    private final long maxPacketBytes;

    private BulkSession(MysqlSessions.Single session, long maxPacketBytes) {
        this.session = session;
        this.maxPacketBytes = maxPacketBytes;
    }

    static BulkSession open(Vertx vertx, MysqlSessions sessions, String name) {
        Place place = new Place.Frame("connecting a copy to " + sessions.where());
        MysqlSessions.Single session = waited(sessions.single(vertx, single -> single), place);
        try {
            RowSet<Row> packet = waited(
                    session.connection()
                            // Waits for the source, and for parts that are copied beside it, may be long.
                            .query("SELECT @@max_allowed_packet AS packet; SET SESSION wait_timeout = 86400,"
                                    + " innodb_lock_wait_timeout = 3600; " + NamedSessions.register(name))
                            .execute(),
                    place);
            return new BulkSession(session, packet.iterator().next().getLong("packet"));
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    long maxPacketBytes() {
        return maxPacketBytes;
    }

    /** @return the rows of the last statement */
    List<Row> send(String text, Place place) {
        RowSet<Row> answer = waited(session.connection().query(text).execute(), place);
        while (answer.next() != null) {
            answer = answer.next();
        }
        List<Row> rows = new ArrayList<>();
        answer.forEach(rows::add);
        return rows;
    }

    void close() {
        session.close();
    }

    private static <T> T waited(Future<T> answer, Place place) {
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicReference<T> result = new AtomicReference<>();
        answer.onComplete(outcome -> {
            failure.set(outcome.cause());
            result.set(outcome.result());
            done.countDown();
        });
        try {
            if (!done.await(LONGEST_ANSWER.toMinutes(), TimeUnit.MINUTES)) {
                throw new TargetException(
                        Kind.RETRYABLE, "", place.text() + ": the target has not answered for an hour", "", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException(Kind.RETRYABLE, "", place.text() + " was interrupted", "", e);
        }
        if (failure.get() != null) {
            throw MysqlErrors.of(failure.get(), place);
        }
        return result.get();
    }
}
