package io.penstock.target.mysql;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation;
import io.penstock.model.TableName;
import io.penstock.target.ConflictListener;
import io.penstock.target.LaneGuard;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A lane over one connection. A call is sent when the one before it is answered; a transaction that fits into one text
 * goes to the server at once, and is carried out up to its COMMIT or not at all.
 */
final class MysqlLane implements LaneWriter {
    private static final String BEGIN = "START TRANSACTION";
    private static final String COMMIT = "COMMIT";

    private final LaneSession session;
    private final LaneGuard guard;
    private final ConflictListener conflicts;
    private final FreshRows fresh;
    private final MutationTexts texts;
    private final List<Runnable> reports = new ArrayList<>();
    private Future<Void> tail = Future.succeededFuture();
    private boolean open;
    private TargetException failure;

    MysqlLane(LaneSession session, LaneGuard guard, TargetTables tables, FreshRows fresh, ConflictListener conflicts) {
        this.session = session;
        this.guard = guard;
        this.conflicts = conflicts;
        this.fresh = fresh;
        this.texts = new MutationTexts(tables, fresh);
    }

    @Override
    public Future<Void> apply(List<? extends Mutation> mutations, LanePosition from, LanePosition to) {
        return whole(from, to, text -> texts.write(mutations, text));
    }

    @Override
    public Future<Void> applyInOrder(List<? extends Mutation> mutations, LanePosition from, LanePosition to) {
        return whole(from, to, text -> texts.writeInOrder(mutations, text));
    }

    @Override
    public Future<Void> begin(LanePosition at) {
        if (open) {
            return Future.failedFuture(new IllegalStateException("a transaction is open"));
        }
        if (failure != null) {
            return Future.failedFuture(MysqlErrors.followUp(failure));
        }
        open = true;
        return step(text -> text.at(Place.Frame.BEGIN).add(BEGIN).guard(guard.hold(at)));
    }

    @Override
    public Future<Void> append(List<? extends Mutation> mutations) {
        return open ? step(text -> texts.write(mutations, text)) : noneOpen();
    }

    @Override
    public Future<Void> appendInOrder(List<? extends Mutation> mutations) {
        return open ? step(text -> texts.writeInOrder(mutations, text)) : noneOpen();
    }

    @Override
    public Future<Void> commit(LanePosition from, LanePosition to) {
        if (!open) {
            return noneOpen();
        }
        open = false;
        return step(text -> text.guard(guard.advance(from, to))
                        .at(Place.Frame.COMMIT)
                        .add(COMMIT))
                .onSuccess(durable -> report());
    }

    @Override
    public Future<Void> close() {
        return session.close();
    }

    private Future<Void> whole(LanePosition from, LanePosition to, Consumer<TransactionText> rows) {
        if (open) {
            return Future.failedFuture(new IllegalStateException("a transaction is open"));
        }
        if (failure != null) {
            return Future.failedFuture(MysqlErrors.followUp(failure));
        }
        return step(text -> {
                    text.at(Place.Frame.BEGIN).add(BEGIN).guard(guard.advance(from, to));
                    rows.accept(text);
                    text.at(Place.Frame.COMMIT).add(COMMIT);
                })
                .onSuccess(durable -> report());
    }

    private void report() {
        reports.forEach(Runnable::run);
        reports.clear();
    }

    private Future<Void> noneOpen() {
        return Future.failedFuture(
                failure == null ? new IllegalStateException("no transaction is open") : MysqlErrors.followUp(failure));
    }

    /** Carries out a step behind those before it. What could not be written is not sent, and ends the lane as well. */
    private Future<Void> step(Consumer<TransactionText> writing) {
        TransactionText text = new TransactionText(session.maxPacketBytes());
        TargetException unsayable = tryWrite(writing, text);
        List<TransactionText.Part> parts = text.parts();
        tail = tail.transform(before -> {
            if (failure != null) {
                return Future.failedFuture(MysqlErrors.followUp(failure));
            }
            Future<Void> done = unsayable == null
                    ? sent(text, parts, 0)
                    : session.send("ROLLBACK").transform(back -> Future.failedFuture(unsayable));
            return done.recover(this::remembered);
        });
        return tail;
    }

    /** What kept the statements from being made, such as a missing column, or null. */
    private static TargetException tryWrite(Consumer<TransactionText> writing, TransactionText text) {
        try {
            writing.accept(text);
            return null;
        } catch (TargetException e) {
            return e;
        } catch (RuntimeException e) {
            return new TargetException(Kind.FINAL, "", "the mutations can't be applied: " + e.getMessage(), "", e);
        }
    }

    private Future<Void> sent(TransactionText text, List<TransactionText.Part> parts, int next) {
        if (next == parts.size()) {
            return Future.succeededFuture();
        }
        TransactionText.Part part = parts.get(next);
        return session.send(part.text())
                .recover(error -> explained(error, text))
                .compose(answers -> {
                    count(part, answers);
                    return sent(text, parts, next + 1);
                });
    }

    /**
     * Takes back what was done, so that nobody waits for its locks, and asks the session how far it came; one that can't
     * say it any more has told enough.
     */
    private Future<RowSet<Row>> explained(Throwable error, TransactionText text) {
        return session.send("ROLLBACK; SELECT CAST(" + TransactionText.MARK + " AS SIGNED) AS at")
                .transform(asked -> {
                    Long at = asked.succeeded()
                            ? asked.result().next().iterator().next().getLong("at")
                            : null;
                    if (at == null) {
                        return Future.failedFuture(MysqlErrors.of(error, "applying"));
                    }
                    Place place = text.place(at.intValue());
                    TargetException known = MysqlErrors.of(error, place);
                    if (known.kind() == Kind.ROW_EXISTS && place instanceof Place.NewRows rows) {
                        fresh.failed(rows.table());
                    }
                    return Future.failedFuture(known);
                });
    }

    private void count(TransactionText.Part part, RowSet<Row> answers) {
        int statement = 0;
        RowSet<Row> answer = answers;
        for (TransactionText.Count count : part.counts()) {
            while (statement < count.statement()) {
                answer = answer.next();
                statement++;
            }
            long missing = count.expected() - answer.rowCount();
            if (missing > 0) {
                TableName table = count.table();
                reports.add(() -> conflicts.missing(table, missing));
            }
        }
    }

    /** The first failure is the lane's; whatever comes after it is told as its consequence. */
    private Future<Void> remembered(Throwable error) {
        TargetException known = MysqlErrors.of(error, "applying");
        if (failure == null) {
            failure = known;
        }
        return Future.failedFuture(failure == known ? known : MysqlErrors.followUp(failure));
    }
}
