package io.penstock.target.postgresql;

import io.penstock.target.SqlExecutor;
import io.penstock.target.Statement;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Runs statements that make and change things. Their texts name everything in full: the search path is empty. */
final class Ddl {
    /** Rewriting a table or building an index takes as long as it takes; waiting for locks stays limited. */
    static final Statement NO_HURRY = Statement.of("SELECT pg_catalog.set_config('statement_timeout', '0', true),"
            // that something exists already is no news here
            + " pg_catalog.set_config('client_min_messages', 'warning', true)");

    private final SqlExecutor sql;

    Ddl(SqlExecutor sql) {
        this.sql = sql;
    }

    /** All in one transaction. */
    Future<Void> run(List<Statement> statements) {
        if (statements.isEmpty()) {
            return Future.succeededFuture();
        }
        List<Statement> all = new ArrayList<>(statements.size() + 1);
        all.add(NO_HURRY);
        all.addAll(statements);
        return sql.transaction(all).mapEmpty();
    }

    Future<Void> runTexts(List<String> statements) {
        return run(texts(statements));
    }

    Future<Void> runText(String statement) {
        return runTexts(List.of(statement));
    }

    /** Outside of a transaction, for what can't be undone. */
    Future<Void> runAlone(String statement) {
        return sql.query(Statement.of(statement)).mapEmpty();
    }

    static List<Statement> texts(List<String> statements) {
        return statements.stream().map(text -> Statement.of(text)).toList();
    }

    /** One after the other; stops at the first failure. */
    static <T> Future<Void> inTurn(List<T> items, Function<T, Future<Void>> step) {
        return start(items, 0, 1, step);
    }

    /** {@code lanes} at once, each taking every {@code lanes}-th item. */
    static <T> Future<Void> inLanes(int lanes, List<T> items, Function<T, Future<Void>> step) {
        List<Future<Void>> running = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            running.add(start(items, lane, lanes, step));
        }
        return Future.join(running).mapEmpty();
    }

    private static <T> Future<Void> start(List<T> items, int from, int stride, Function<T, Future<Void>> step) {
        Promise<Void> ended = Promise.promise();
        goOn(items, from, stride, step, ended);
        return ended.future();
    }

    /** One promise for all, since ten thousand futures that wait for each other end on the stack. */
    private static <T> void goOn(
            List<T> items, int from, int stride, Function<T, Future<Void>> step, Promise<Void> ended) {
        for (int i = from; i < items.size(); i += stride) {
            Future<Void> done = step.apply(items.get(i));
            if (!done.isComplete()) {
                int next = i + stride;
                done.onSuccess(v -> goOn(items, next, stride, step, ended)).onFailure(ended::fail);
                return;
            }
            if (done.failed()) {
                ended.fail(done.cause());
                return;
            }
        }
        ended.complete();
    }
}
