package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import io.penstock.target.ConflictListener;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * One target transaction, whose statements are sent without waiting. It has failed when any of them has: the COMMIT of
 * a failed transaction rolls back and calls that success. The first error is the cause, all others are its echo.
 */
final class LaneTransaction {
    /**
     * Sessions are read-only by default, so that statements sent behind a BEGIN that failed write nothing either,
     * instead of committing one by one.
     */
    private static final String BEGIN = "BEGIN READ WRITE";

    private static final String SCANS_ON =
            "SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on";
    private static final String SCANS_OFF =
            "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";
    private static final String CONSTRAINTS_ON =
            "SET LOCAL session_replication_role = origin; SET CONSTRAINTS ALL DEFERRED";
    private static final String CONSTRAINTS_OFF = "SET LOCAL session_replication_role = replica";

    private final LaneSession session;
    private final ConflictListener conflicts;
    private final List<Runnable> reports = new ArrayList<>();
    private TargetException first;
    private Future<?> last = Future.succeededFuture();
    private boolean scansOn;
    private boolean constraintsOn;

    LaneTransaction(LaneSession session, ConflictListener conflicts) {
        this.session = session;
        this.conflicts = conflicts;
        this.constraintsOn = !session.triggersOff();
        // Where triggers fire, foreign keys are checked as late as they let themselves be.
        send(session.simple(constraintsOn ? BEGIN + "; SET CONSTRAINTS ALL DEFERRED" : BEGIN), Place.Frame.BEGIN);
    }

    void guard(Statement statement) {
        send(session.prepared(statement.sql(), Tuple.wrap(statement.arguments())), Place.Guard.STATEMENT);
    }

    Future<RowSet<Row>> rows(String sql, Tuple arguments, Place place) {
        return send(session.prepared(sql, arguments), place);
    }

    /** As {@link #rows}; rows short of {@code expected} are told as conflicts when the transaction is durable. */
    void rows(String sql, Tuple arguments, Place place, TableName table, long expected) {
        rows(sql, arguments, place).onSuccess(result -> {
            long missing = expected - result.rowCount();
            if (missing > 0) {
                reports.add(() -> conflicts.missing(table, missing));
            }
        });
    }

    void simple(String sql, Place place) {
        send(session.simple(sql), place);
    }

    /**
     * Whether statements from here on may read whole tables. Statements that find rows by key must not: their plans are
     * made once, while the table may be small, and kept when it is large.
     */
    void scans(boolean on) {
        if (on != scansOn) {
            scansOn = on;
            send(session.simple(on ? SCANS_ON : SCANS_OFF), Place.Frame.SETTING);
        }
    }

    /** Whether rows from here on are checked by constraints and triggers; what is found late is found at the commit. */
    void constraints(boolean on) {
        if (session.triggersOff() && on != constraintsOn) {
            constraintsOn = on;
            send(session.simple(on ? CONSTRAINTS_ON : CONSTRAINTS_OFF), Place.Frame.SETTING);
        }
    }

    /** Completes when all that has been sent so far is executed. */
    Future<Void> executed() {
        return session.orGone(last.transform(done -> outcome(done.cause(), Place.Frame.COMMIT)));
    }

    /** Completes when the transaction is committed. */
    Future<Void> commit() {
        return session.orGone(session.simple("COMMIT")
                .transform(done -> outcome(done.cause(), Place.Frame.COMMIT))
                .onSuccess(committed -> reports.forEach(Runnable::run)));
    }

    /** Takes everything back because what was to be sent could not be made. */
    Future<Void> abort(TargetException cause) {
        if (first == null) {
            first = cause;
        }
        return session.orGone(session.simple("ROLLBACK").transform(done -> outcome(null, Place.Frame.COMMIT)));
    }

    private Future<Void> outcome(Throwable error, Place place) {
        if (first == null && error != null) {
            first = PostgresErrors.of(error, place.text());
        }
        return first == null ? Future.succeededFuture() : Future.failedFuture(first);
    }

    private static TargetException known(Throwable error, Place place) {
        if (place instanceof Place.Guard) {
            return PostgresErrors.ofGuard(error, place.text());
        }
        return place instanceof Place.NewRows
                ? PostgresErrors.ofInsert(error, place.text())
                : PostgresErrors.of(error, place.text());
    }

    private Future<RowSet<Row>> send(Future<RowSet<Row>> answer, Place place) {
        last = answer;
        return answer.onFailure(error -> {
            // Answers come in the order of the statements, so the first failure seen is the first there was.
            if (first == null) {
                first = known(error, place);
            }
        });
    }
}
