package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.stamp.Stamp;
import io.penstock.target.LaneGuard;
import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The progress of all loops that write to one target, kept in that target's schema (MySQL: database) {@code penstock}. Futures fail with
 * {@link TargetException}: FENCED when the epoch is over, FINAL for rows that can't be read and for positions that
 * would move back.
 */
public final class ProgressStore {
    private final SqlExecutor sql;
    private final ProgressSql statements;

    /** @param statements in the words of the product that {@code sql} speaks to */
    public ProgressStore(SqlExecutor sql, ProgressSql statements) {
        this.sql = sql;
        this.statements = statements;
    }

    /** The same progress, read and written on another session. */
    public ProgressStore on(SqlExecutor session) {
        return new ProgressStore(session, statements);
    }

    /** Makes the tables where they are missing. Nodes may do this at the same time. */
    public Future<Void> install() {
        return new Installation(sql, statements).run();
    }

    /**
     * Begins a reign: raises the loop's epoch and that of all its lanes. Waits for open transactions of the reigns
     * before; what they have not committed by then never will be.
     *
     * @param owner who reigns, for people who look into the table
     * @return what is known, with the new epoch
     */
    public Future<LoopProgress> raise(LoopName loop, String owner) {
        return sql.transaction(statements.raise(loop, owner)).map(rows -> ProgressRows.read(loop, rows));
    }

    /** As {@link #raise(LoopName, String)}, but fails, retryable, when it would wait for longer than this. */
    public Future<LoopProgress> raise(LoopName loop, String owner, Duration longestWait) {
        List<Statement> all = new ArrayList<>();
        all.add(statements.longestWait(longestWait));
        all.addAll(statements.raise(loop, owner));
        return sql.transaction(all).map(rows -> ProgressRows.read(loop, rows));
    }

    /** The epoch that reigns; 0 before the first. */
    public Future<Epoch> epoch(LoopName loop) {
        return sql.query(statements.load(loop))
                .map(rows -> rows.isEmpty()
                        ? new Epoch(0)
                        : ProgressRows.read(loop, rows).epoch());
    }

    /** What is known, without reigning; empty before the first reign. */
    public Future<Optional<LoopProgress>> glance(LoopName loop) {
        return sql.query(statements.load(loop))
                .map(rows -> rows.isEmpty() ? Optional.empty() : Optional.of(ProgressRows.read(loop, rows)));
    }

    /** What a lane's transactions carry. The statements raise an error that contains {@code penstock fenced}. */
    public LaneGuard guard(LoopName loop, Epoch epoch, Lane lane) {
        return new LaneRow(statements, loop, epoch, lane);
    }

    /** Which tables are under copy, and how far each is. */
    public CopyStore copies(LoopName loop, Epoch epoch) {
        return new CopyStore(sql, statements, loop, epoch);
    }

    /**
     * One transaction that closes everything up to {@code at} and opens what comes behind it: the loop has exactly the
     * lanes {@code lanesAfter}, all of them at {@code at}, under the new routing; and when {@code at} is a whole
     * transaction it is the consistent point. For the first start, too. No lane may be under way.
     *
     * @param unseen as {@link #advance} takes it
     */
    public Future<Void> barrier(
            LoopName loop, Epoch epoch, LanePosition at, List<Lane> lanesAfter, String routing, String unseen) {
        return load(loop, epoch).compose(now -> {
            List<Statement> all = new ArrayList<>();
            String point = text(now.consistentPoint());
            String pointAfter = at.ordinal() == LanePosition.WHOLE ? at.stamp().text() : point;
            Forward.check(loop, now.consistentPoint(), at);
            all.add(statements.session(loop, epoch, "barrier"));
            all.add(statements.adopt(loop, epoch, routing, point, pointAfter, unseen));
            Set<Lane> missing = new LinkedHashSet<>(lanesAfter);
            now.lanes().forEach((lane, stands) -> {
                Forward.check(loop, lane, stands, at);
                all.add(
                        missing.remove(lane)
                                ? statements.advanceLane(loop, epoch, lane, stands, at)
                                : statements.removeLane(loop, epoch, lane, stands));
            });
            missing.forEach(lane -> all.add(statements.insertLane(loop, epoch, lane, at)));
            return sql.transaction(all).mapEmpty();
        });
    }

    /**
     * Moves the consistent point, and never back: a point that is already covered changes nothing.
     *
     * @param unseen transactions before the point that a reader of the source may not see yet, as the loop writes them
     */
    public Future<Void> advance(LoopName loop, Epoch epoch, Stamp consistentPoint, String unseen) {
        return load(loop, epoch).compose(now -> {
            if (Forward.covers(loop, now.consistentPoint(), consistentPoint)) {
                return Future.succeededFuture();
            }
            // Of two that advance at once, the one that finds the point moved looks again.
            return sql.query(statements.advance(
                            loop, epoch, text(now.consistentPoint()), consistentPoint.text(), unseen))
                    .compose(rows ->
                            rows.isEmpty() ? advance(loop, epoch, consistentPoint, unseen) : Future.succeededFuture());
        });
    }

    /** Writes down what the source calls itself. */
    public Future<Void> identify(LoopName loop, Epoch epoch, String sourceIdentity) {
        return update(loop, epoch, statements.identify(loop, epoch, sourceIdentity));
    }

    /**
     * Writes down how mutations are spread from here on, while the lanes stay. All of them must stand behind one
     * barrier: what a lane has ahead of it was spread as it was written down before.
     */
    public Future<Void> reroute(LoopName loop, Epoch epoch, String routing) {
        return update(loop, epoch, statements.reroute(loop, epoch, routing));
    }

    /** From here until {@link #copyFinished} the target's rows are a mixture that means nothing. */
    public Future<Void> copyStarted(LoopName loop, Epoch epoch) {
        return update(loop, epoch, statements.copyStarted(loop, epoch));
    }

    /**
     * All rows of the first copy are durable, and so is all of the stream that they are older than.
     *
     * @param finished the position that the stream had to pass
     */
    public Future<Void> copyFinished(LoopName loop, Epoch epoch, Stamp finished) {
        return update(loop, epoch, statements.copyFinished(loop, epoch, finished.text()));
    }

    private Future<LoopProgress> load(LoopName loop, Epoch epoch) {
        return sql.query(statements.load(loop)).map(rows -> {
            if (rows.isEmpty()) {
                throw Refusal.fenced(loop, epoch, "it has no row");
            }
            LoopProgress now = ProgressRows.read(loop, rows);
            if (!now.epoch().equals(epoch)) {
                throw Refusal.fenced(loop, epoch, "epoch " + now.epoch() + " reigns");
            }
            return now;
        });
    }

    private Future<Void> update(LoopName loop, Epoch epoch, Statement statement) {
        return sql.query(statement).map(rows -> {
            if (rows.isEmpty()) {
                throw Refusal.fenced(loop, epoch, "another epoch reigns");
            }
            return null;
        });
    }

    private static String text(Stamp stamp) {
        return stamp == null ? null : stamp.text();
    }
}
