package io.penstock.loop;

import io.penstock.backfill.Backfill;
import io.penstock.backfill.TableCopy;
import io.penstock.bus.Addresses;
import io.penstock.bus.LoopStatus;
import io.penstock.bus.LoopStatus.Failure;
import io.penstock.metrics.LoopMetrics;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.penstock.model.Mode;
import io.penstock.model.Mutation;
import io.penstock.stamp.Stamp;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a loop has to tell: its status, a line in the log, news on the bus and meters, from one place, so that they say
 * the same. Only {@link #landed}, {@link #replayed} and {@link #executed} may be called on other contexts.
 */
final class LoopJournal implements LoopObserver, ReignListener {
    private static final Logger LOG = LoggerFactory.getLogger("io.penstock.loop");

    private final Vertx vertx;
    private final LoopName name;
    private final String node;
    private final LoopMetrics metrics;
    private final AtomicLong rowsApplied = new AtomicLong();
    private final AtomicLong replays = new AtomicLong();
    private final List<String> warnings = new ArrayList<>();

    private Lag lag;
    private LoopState state = LoopState.WAITING;
    private Instant since = Instant.now();
    private Mode mode;
    private Epoch epoch;
    private Stamp consistentPoint;
    private long transactionsUnderWay;
    private double lagSeconds;
    /** The copy that is under way, or null. */
    private Backfill copying;

    private long copyingSinceNanos;

    private List<TableCopy> copiedTables = List.of();
    private boolean copied;
    private long modeSwitches;
    private Failure failure;

    LoopJournal(Vertx vertx, LoopName name, String node, LoopMetrics metrics, Lag lag) {
        this.vertx = vertx;
        this.name = name;
        this.node = node;
        this.metrics = metrics;
        this.lag = lag;
    }

    boolean isRunning() {
        return state == LoopState.RUNNING;
    }

    void state(LoopState now) {
        if (now == state) {
            return;
        }
        state = now;
        since = Instant.now();
        metrics.leaseHeld(now != LoopState.WAITING && now != LoopState.FENCED && now != LoopState.STOPPED);
        LOG.info("loop {}: {}", name, now);
        publish(new JsonObject().put("event", "state").put("state", now.name()));
    }

    /** Another node has the loop: what went wrong here is none of its business any more. */
    void heldElsewhere() {
        failure = null;
        state(LoopState.WAITING);
    }

    void handsOver(String to) {
        LOG.info("loop {}: hands over to node {}", name, to);
        publish(new JsonObject().put("event", "handover").put("to", to));
    }

    void beginReign() {
        warnings.clear();
    }

    void running(Mode now) {
        state(LoopState.RUNNING);
        mode(now);
        LOG.info("loop {}: streams in {} mode behind {}", name, now, consistentPoint);
    }

    void ended(LoopState now, Lag fresh) {
        lag = fresh;
        metrics.lag(Double.NaN, Double.NaN, Double.NaN);
        mode(null);
        state(now);
    }

    void trouble(Trouble trouble, Throwable cause) {
        metrics.failure(trouble.kind().name());
        Failure known = failure;
        boolean again = known != null && known.what().equals(trouble.what());
        failure = new Failure(trouble.what(), trouble.where(), trouble.remedy(), again ? known.since() : Instant.now());
        if (again) {
            return;
        }
        LOG.warn("loop {}: {}: {}; remedy: {}", name, trouble.where(), trouble.what(), trouble.remedy());
        if (trouble.isUnforeseen()) {
            LOG.warn("loop {}: please report this", name, cause);
        } else {
            LOG.debug("loop {}: stack", name, cause);
        }
        publish(new JsonObject()
                .put("event", "failure")
                .put("kind", trouble.kind().name())
                .put("what", trouble.what())
                .put("where", trouble.where())
                .put("remedy", trouble.remedy()));
    }

    /** It runs, and the source has answered: what went wrong before is over. */
    void settled() {
        failure = null;
    }

    void look(Generation generation, long nowMicros) {
        Passage passage = generation.passage();
        consistentPoint = passage.consistentPoint();
        transactionsUnderWay = passage.transactionsUnderWay();
        lagSeconds = lag.millisSince(passage.oldestCommitMicros(), nowMicros) / 1000.0;
        Long bytes = lag.bytesBehind(consistentPoint);
        metrics.lag(lagSeconds, bytes == null ? Double.NaN : bytes, transactionsUnderWay);
        metrics.bytesInFlight(generation.bytesInFlight());
        if (lag.status() != null) {
            metrics.sourceRetained(lag.status().retainedBytes());
        }
        mode(generation.mode());
    }

    private void mode(Mode now) {
        mode = now;
        metrics.mode(now);
    }

    LoopStatus status(Reign reign) {
        if (reign != null && reign.generation() != null) {
            consistentPoint = reign.generation().passage().consistentPoint();
        }
        boolean runs = isRunning();
        Long bytes = runs && consistentPoint != null ? lag.bytesBehind(consistentPoint) : null;
        return new LoopStatus(
                name,
                node,
                state,
                mode,
                epoch,
                text(consistentPoint),
                lag.status() == null ? null : text(lag.status().end()),
                runs ? lagSeconds : null,
                bytes,
                runs ? transactionsUnderWay : null,
                rowsApplied.get(),
                backfill(),
                warnings,
                replays.get(),
                modeSwitches,
                since,
                failure);
    }

    private LoopStatus.Backfill backfill() {
        List<TableCopy> tables = copying == null ? copiedTables : copying.tables();
        if (copying == null && !copied) {
            return LoopStatus.Backfill.NONE;
        }
        double seconds = Math.max(1e-9, (System.nanoTime() - copyingSinceNanos) / 1e9);
        return CopyStatus.of(tables, copying == null ? 0 : seconds);
    }

    // --- what a reign tells ---

    @Override
    public void reigning(Epoch raised, Stamp from, boolean copyDone) {
        epoch = raised;
        consistentPoint = from;
        copied = copyDone;
        copying = null;
        copiedTables = List.of();
        LOG.info("loop {}: reign {} begins behind {}", name, raised, from == null ? "nothing" : from);
    }

    @Override
    public void copying(Backfill backfill) {
        copying = backfill;
        copyingSinceNanos = System.nanoTime();
        int tables = backfill.tables().size();
        LOG.info("loop {}: copies {} tables", name, tables);
        publish(new JsonObject().put("event", "copy-started").put("tables", tables));
    }

    @Override
    public void copied(List<TableCopy> tables) {
        copying = null;
        copied = true;
        copiedTables = tables;
        long rows = tables.stream().mapToLong(TableCopy::rows).sum();
        metrics.backfillRows(rows);
        metrics.backfillTables(tables.size(), tables.size());
        LOG.info("loop {}: copied {} rows of {} tables", name, rows, tables.size());
        publish(new JsonObject().put("event", "copy-finished").put("rows", rows));
    }

    @Override
    public void warn(String warning) {
        if (!warnings.contains(warning)) {
            warnings.add(warning);
            LOG.warn("loop {}: {}", name, warning);
        }
    }

    // --- what the stream tells ---

    @Override
    public void executed(List<Mutation> mutations) {
        long inserts = 0;
        long updates = 0;
        long deletes = 0;
        long commits = 0;
        for (Mutation m : mutations) {
            if (m instanceof Mutation.Insert) {
                inserts++;
            } else if (m instanceof Mutation.Update) {
                updates++;
            } else if (m instanceof Mutation.Delete) {
                deletes++;
            } else if (m instanceof Mutation.Commit) {
                commits++;
            }
        }
        rowsApplied.addAndGet(inserts + updates + deletes);
        metrics.rowsApplied(inserts, updates, deletes);
        metrics.transactionsApplied(commits);
        metrics.batchExecuted();
    }

    @Override
    public void visible(long commitMicros) {
        metrics.commitToVisible(lag.microsSince(commitMicros, Lag.nowMicros()));
    }

    @Override
    public void landed(Lane lane, LanePosition to, int rows, long nanos) {
        metrics.applyFlight(nanos);
    }

    @Override
    public void replayed(Lane lane, LanePosition to) {
        replays.incrementAndGet();
        metrics.conflicts(1);
        LOG.info("loop {}: lane {} applies up to {} again in source order: folded, it was refused", name, lane, to);
    }

    @Override
    public void switched(Mode from, Mode to, Stamp at, long nanos) {
        modeSwitches++;
        metrics.modeSwitched();
        mode(to);
        LOG.info("loop {}: {} mode instead of {} from {} on ({} ms)", name, to, from, at, nanos / 1_000_000);
        publish(new JsonObject()
                .put("event", "mode")
                .put("from", from.name())
                .put("to", to.name())
                .put("at", at.text()));
    }

    private void publish(JsonObject news) {
        vertx.eventBus()
                .publish(
                        Addresses.EVENTS,
                        news.put("loop", name.text())
                                .put("node", node)
                                .put("time", Instant.now().toString()));
    }

    /** Without the kind in front: people compare it with what their server says. */
    private static String text(Stamp stamp) {
        return stamp == null ? null : stamp.toString();
    }
}
