package io.penstock.target.postgresql;

import io.penstock.model.LanePosition;
import io.penstock.model.Mutation;
import io.penstock.target.ConflictListener;
import io.penstock.target.LaneGuard;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;

/**
 * A lane over one connection. Every call sends all it has at once; the server carries the calls out one after the
 * other, and what comes behind a failed transaction is refused by its guard, because the lane's position has not moved.
 */
final class PostgresLane implements LaneWriter {
    private final LaneSession session;
    private final LaneGuard guard;
    private final ConflictListener conflicts;
    private final MutationStatements statements;
    private LaneTransaction open;
    private TargetException failure;

    PostgresLane(
            LaneSession session, LaneGuard guard, TargetTables tables, FreshRows fresh, ConflictListener conflicts) {
        this.session = session;
        this.guard = guard;
        this.conflicts = conflicts;
        this.statements = new MutationStatements(new WritePlans(tables, fresh));
    }

    @Override
    public Future<Void> apply(List<? extends Mutation> mutations, LanePosition from, LanePosition to) {
        return whole(from, to, transaction -> statements.send(mutations, transaction));
    }

    @Override
    public Future<Void> applyInOrder(List<? extends Mutation> mutations, LanePosition from, LanePosition to) {
        return whole(from, to, transaction -> statements.sendInOrder(mutations, transaction));
    }

    @Override
    public Future<Void> begin(LanePosition at) {
        if (open != null) {
            return Future.failedFuture(new IllegalStateException("a transaction is open"));
        }
        if (failure != null) {
            return Future.failedFuture(PostgresErrors.followUp(failure));
        }
        open = new LaneTransaction(session, conflicts);
        return grow(transaction -> transaction.guard(guard.hold(at)));
    }

    @Override
    public Future<Void> append(List<? extends Mutation> mutations) {
        return grow(transaction -> statements.send(mutations, transaction));
    }

    @Override
    public Future<Void> appendInOrder(List<? extends Mutation> mutations) {
        return grow(transaction -> statements.sendInOrder(mutations, transaction));
    }

    @Override
    public Future<Void> commit(LanePosition from, LanePosition to) {
        if (open == null) {
            return noneOpen();
        }
        LaneTransaction transaction = open;
        open = null;
        transaction.guard(guard.advance(from, to));
        return remembered(transaction.commit());
    }

    @Override
    public Future<Void> close() {
        return session.close();
    }

    /** A transaction in one flight. */
    private Future<Void> whole(LanePosition from, LanePosition to, Consumer<LaneTransaction> rows) {
        if (open != null) {
            return Future.failedFuture(new IllegalStateException("a transaction is open"));
        }
        if (failure != null) {
            return Future.failedFuture(PostgresErrors.followUp(failure));
        }
        LaneTransaction transaction = new LaneTransaction(session, conflicts);
        transaction.guard(guard.advance(from, to));
        TargetException unsayable = trySend(rows, transaction);
        return remembered(unsayable == null ? transaction.commit() : transaction.abort(unsayable));
    }

    /** A step of the open transaction. */
    private Future<Void> grow(Consumer<LaneTransaction> rows) {
        if (open == null) {
            return noneOpen();
        }
        TargetException unsayable = trySend(rows, open);
        if (unsayable == null) {
            return remembered(open.executed());
        }
        LaneTransaction transaction = open;
        open = null;
        return remembered(transaction.abort(unsayable));
    }

    private Future<Void> noneOpen() {
        return Future.failedFuture(
                failure == null
                        ? new IllegalStateException("no transaction is open")
                        : PostgresErrors.followUp(failure));
    }

    /** What kept the statements from being made, such as a missing column, or null. */
    private static TargetException trySend(Consumer<LaneTransaction> rows, LaneTransaction transaction) {
        try {
            rows.accept(transaction);
            return null;
        } catch (TargetException e) {
            return e;
        } catch (RuntimeException e) {
            return new TargetException(Kind.FINAL, "", "the mutations can't be applied: " + e.getMessage(), "", e);
        }
    }

    /** The first failure is the lane's; whatever fails after it is told as its consequence. */
    private Future<Void> remembered(Future<Void> outcome) {
        return outcome.recover(error -> {
            TargetException known = PostgresErrors.of(error, "applying");
            if (failure == null) {
                failure = known;
            }
            return Future.failedFuture(failure == known ? known : PostgresErrors.followUp(failure));
        });
    }
}
