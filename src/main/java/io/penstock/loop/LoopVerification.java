package io.penstock.loop;

import io.penstock.config.LoopConfig;
import io.penstock.config.TablePattern;
import io.penstock.metrics.LoopMetrics;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.stamp.Stamp;
import io.penstock.verify.TableResult;
import io.penstock.verify.Verification;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The comparison of a loop's source and target, on command and one at a time. Found differences may be mended by
 * copying the tables again, which is done in order with the stream; then these are compared once more. All calls come
 * from the loop's context.
 */
final class LoopVerification {
    private static final long LOOK_MILLIS = 20;
    private static final long COPY_LOOK_MILLIS = 250;
    private static final long LONGEST_DAYS = 30;

    private final Vertx vertx;
    private final Context context;
    private final LoopConfig config;
    private final LoopMetrics metrics;
    private final Supplier<Reign> running;
    private final List<TableResult> results = new ArrayList<>();
    private final List<TableName> repaired = new ArrayList<>();
    private State state = State.NONE;
    private int tables;
    private Instant started;
    private Instant ended;
    private String error;
    private WorkerExecutor thread;

    private enum State {
        NONE,
        RUNNING,
        DONE,
        FAILED
    }

    /** @param running the reign whose stream runs now, or null */
    LoopVerification(Vertx vertx, LoopConfig config, LoopMetrics metrics, Supplier<Reign> running) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.config = config;
        this.metrics = metrics;
        this.running = running;
    }

    /** Why it can't begin now, or null. */
    String refusal() {
        if (!Verification.canCompare(config)) {
            return "verify compares PostgreSQL with PostgreSQL only; compare this loop's databases by other means";
        }
        if (state == State.RUNNING) {
            return "a verification is under way; look at it with GET /api/loops/" + config.name() + "/verify";
        }
        Reign now = running.get();
        if (now == null) {
            return "the loop is not running, so what is under way can't be told from a difference; resume it first";
        }
        return now.isCatchingUpWithCopy() ? "the loop is still being copied; verify it when that is done" : null;
    }

    /** Only where {@link #refusal()} says nothing. Completes, before the work is done, with the number of tables. */
    Future<Integer> begin(List<TablePattern> patterns, boolean repair) {
        state = State.RUNNING;
        started = Instant.now();
        ended = null;
        error = null;
        results.clear();
        repaired.clear();
        Reign reign = running.get();
        return reign.dialect()
                .describe()
                .map(found -> found.stream()
                        .filter(table -> !table.isPartitioned() && matches(patterns, table.name()))
                        .toList())
                .onSuccess(chosen -> {
                    tables = chosen.size();
                    sweep(reign, chosen)
                            .compose(swept -> repair ? repair(reign, chosen) : Future.succeededFuture())
                            .onComplete(done -> end(done.cause()));
                })
                .onFailure(this::end)
                .map(List::size);
    }

    private static boolean matches(List<TablePattern> patterns, TableName name) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> pattern.matches(name));
    }

    private void end(Throwable cause) {
        state = cause == null ? State.DONE : State.FAILED;
        error = cause == null ? null : String.valueOf(cause.getMessage());
        ended = Instant.now();
        if (cause == null) {
            metrics.verified(differences(), rows());
        }
    }

    private Future<Void> sweep(Reign reign, List<TableDefinition> chosen) {
        if (thread == null) {
            thread = vertx.createSharedWorkerExecutor("verify-" + config.name(), 1, LONGEST_DAYS, TimeUnit.DAYS);
        }
        Verification verification = new Verification(config, () -> awaitPassed(reign));
        return thread.executeBlocking(
                        () -> verification.sweep(chosen, result -> context.runOnContext(hopped -> results.add(result))),
                        false)
                .mapEmpty();
    }

    private Future<Void> repair(Reign reign, List<TableDefinition> chosen) {
        Set<TableName> wrong = results.stream()
                .filter(result -> result.differences() > 0)
                .map(TableResult::table)
                .collect(Collectors.toSet());
        if (wrong.isEmpty()) {
            return Future.succeededFuture();
        }
        repaired.addAll(wrong);
        return reign.copyAgain(wrong::contains)
                .compose(begun -> until(reign, COPY_LOOK_MILLIS, reign::isCopiedAgain))
                .compose(copied -> {
                    results.removeIf(result -> wrong.contains(result.table()));
                    return sweep(
                            reign,
                            chosen.stream()
                                    .filter(table -> wrong.contains(table.name()))
                                    .toList());
                });
    }

    /** Blocks the thread that compares; the loop's own context never waits. */
    private void awaitPassed(Reign reign) throws InterruptedException {
        BlockingQueue<AsyncResult<Void>> answer = new ArrayBlockingQueue<>(1);
        passed(reign).onComplete(answer::add);
        AsyncResult<Void> passed = answer.take();
        if (passed.failed()) {
            throw new IllegalStateException(passed.cause().getMessage(), passed.cause());
        }
    }

    /** Completes when all that the source's log has now is durable on the target. Called on any thread. */
    private Future<Void> passed(Reign reign) {
        Promise<Void> passed = Promise.promise();
        context.runOnContext(hopped -> reign.dialect()
                .status()
                .compose(status -> until(reign, LOOK_MILLIS, () -> covers(reign, status.end())))
                .onComplete(passed));
        return passed.future();
    }

    private static boolean covers(Reign reign, Stamp end) {
        return end.isCoveredBy(reign.generation().passage().consistentPoint());
    }

    private Future<Void> until(Reign reign, long millis, Supplier<Boolean> condition) {
        Promise<Void> met = Promise.promise();
        look(reign, millis, condition, met);
        return met.future();
    }

    private void look(Reign reign, long millis, Supplier<Boolean> condition, Promise<Void> met) {
        if (running.get() != reign) {
            met.fail("the loop stopped running meanwhile; verify it again");
        } else if (condition.get()) {
            met.complete();
        } else {
            vertx.setTimer(millis, fired -> look(reign, millis, condition, met));
        }
    }

    private long differences() {
        return results.stream().mapToLong(TableResult::differences).sum();
    }

    private long rows() {
        return results.stream().mapToLong(TableResult::rows).sum();
    }

    /** How it stands: {@code docs/bus.md} has the fields. */
    JsonObject toJson() {
        JsonArray list = new JsonArray();
        results.forEach(result -> list.add(json(result)));
        JsonArray copied = new JsonArray();
        repaired.forEach(table -> copied.add(table.toString()));
        return new JsonObject()
                .put("loop", config.name().text())
                .put("state", state.name().toLowerCase(Locale.ROOT))
                .put("started", started == null ? null : started.toString())
                .put("ended", ended == null ? null : ended.toString())
                .put("tables", tables)
                .put("compared", results.size())
                .put("rows", rows())
                .put("differences", differences())
                .put(
                        "undecided",
                        results.stream().mapToLong(TableResult::undecided).sum())
                .put(
                        "skipped",
                        results.stream().filter(r -> r.skipped() != null).count())
                .put("repaired", copied)
                .put("results", list)
                .put("error", error);
    }

    private static JsonObject json(TableResult result) {
        return new JsonObject()
                .put("table", result.table().toString())
                .put("rows", result.rows())
                .put("missing", result.missing())
                .put("extra", result.extra())
                .put("different", result.different())
                .put("undecided", result.undecided())
                .put("truncated", result.truncated())
                .put("skipped", result.skipped());
    }
}
