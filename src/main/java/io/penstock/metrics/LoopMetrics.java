package io.penstock.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.penstock.model.LoopName;
import io.penstock.model.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The meters of one loop. Numbers come in; every method may be called on any thread and costs a few nanoseconds. What
 * is not known is {@link Double#NaN}, which Prometheus shows as such.
 */
public final class LoopMetrics implements AutoCloseable {
    private static final Duration[] VISIBLE_STEPS =
            List.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000).stream()
                    .map(Duration::ofMillis)
                    .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Tags tags;
    private final Runnable onClose;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();

    private final Counter inserts;
    private final Counter updates;
    private final Counter deletes;
    private final Counter transactions;
    private final Counter batches;
    private final Counter conflicts;
    private final Counter modeSwitches;
    private final Counter backfillRows;
    private final Timer applyFlight;
    private final Timer commitToVisible;
    private final Level bytesInFlight;
    private final Level lagSeconds;
    private final Level lagBytes;
    private final Level lagTransactions;
    private final Level retainedBytes;
    private final Level leaseHeld;
    private final Level backfillTables;
    private final Level backfillTablesDone;
    private final Level verifiedRows;
    private final Level verifyDifferences;
    private final Level serial;
    private final Level fan;

    LoopMetrics(MeterRegistry registry, LoopName loop, Runnable onClose) {
        this.registry = registry;
        this.tags = Tags.of("loop", loop.text());
        this.onClose = onClose;
        inserts = counter("rows.applied", "Rows applied to the target", "kind", "insert");
        updates = counter("rows.applied", "Rows applied to the target", "kind", "update");
        deletes = counter("rows.applied", "Rows applied to the target", "kind", "delete");
        transactions = counter("transactions", "Source transactions applied");
        batches = counter("batches", "Batches executed");
        conflicts = counter("conflicts", "Rows that did not stand on the target as the change expected");
        modeSwitches = counter("mode.switches", "Changes between serial and fan mode");
        backfillRows = counter("backfill.rows", "Rows copied");
        applyFlight = keep(Timer.builder("penstock.apply.flight")
                .description("From sending a target transaction to its commit")
                .tags(tags)
                .register(registry));
        commitToVisible = keep(Timer.builder("penstock.commit.to.visible")
                .description("From a commit on the source to the same on the target")
                .serviceLevelObjectives(VISIBLE_STEPS)
                .tags(tags)
                .register(registry));
        bytesInFlight = gauge("bytes.in.flight", "Retained bytes between source and target");
        lagSeconds = gauge("lag.seconds", "Age of the oldest source transaction that is not applied");
        lagBytes = gauge("lag.bytes", "Bytes of the source's log that are not applied");
        lagTransactions = gauge("lag.transactions", "Source transactions read and not applied");
        retainedBytes = gauge("source.retained.bytes", "Bytes of log that the source keeps for this loop");
        leaseHeld = gauge("lease.held", "1 while this node holds the loop's lease");
        backfillTables = gauge("backfill.tables", "Tables to copy");
        backfillTablesDone = gauge("backfill.tables.done", "Tables copied");
        verifiedRows = gauge("verify.rows", "Rows compared by the last verification");
        verifyDifferences = gauge("verify.differences", "Rows that differed in the last verification");
        serial = gauge("mode", "1 for the mode that the loop is in", "mode", "serial");
        fan = gauge("mode", "1 for the mode that the loop is in", "mode", "fan");
    }

    public void rowsApplied(long inserted, long updated, long deleted) {
        inserts.increment(inserted);
        updates.increment(updated);
        deletes.increment(deleted);
    }

    public void transactionsApplied(long count) {
        transactions.increment(count);
    }

    public void batchExecuted() {
        batches.increment();
    }

    public void conflicts(long count) {
        conflicts.increment(count);
    }

    /** The mode that the loop is in now; null while it is in none. Not yet a switch. */
    public void mode(Mode mode) {
        serial.set(mode == Mode.SERIAL ? 1 : 0);
        fan.set(mode == Mode.FAN ? 1 : 0);
    }

    public void modeSwitched() {
        modeSwitches.increment();
    }

    public void bytesInFlight(long bytes) {
        bytesInFlight.set(bytes);
    }

    public void lag(double seconds, double bytes, double transactions) {
        lagSeconds.set(seconds);
        lagBytes.set(bytes);
        lagTransactions.set(transactions);
    }

    /** Log that the source keeps for the loop (PostgreSQL: WAL behind the slot). */
    public void sourceRetained(double bytes) {
        retainedBytes.set(bytes);
    }

    public void leaseHeld(boolean held) {
        leaseHeld.set(held ? 1 : 0);
    }

    public void applyFlight(long nanos) {
        applyFlight.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** @param micros target clock minus the source's commit time; clocks that disagree may make it negative: 0 then */
    public void commitToVisible(long micros) {
        commitToVisible.record(Math.max(micros, 0), TimeUnit.MICROSECONDS);
    }

    /** @param kind from a small fixed set, such as the name of an enum's constant */
    public void failure(String kind) {
        counter("failures", "Failures by kind", "kind", kind.toLowerCase(Locale.ROOT))
                .increment();
    }

    public void backfillTables(int tables, int done) {
        backfillTables.set(tables);
        backfillTablesDone.set(done);
    }

    public void backfillRows(long copied) {
        backfillRows.increment(copied);
    }

    /** What the last comparison of source and target came to. */
    public void verified(long differences, long rows) {
        verifyDifferences.set(differences);
        verifiedRows.set(rows);
    }

    /** Takes the meters off: what this node last knew of a loop that another one runs is no news. */
    @Override
    public void close() {
        meters.forEach(registry::remove);
        onClose.run();
    }

    private Counter counter(String name, String description, String... labels) {
        return keep(Counter.builder("penstock." + name)
                .description(description)
                .tags(tags.and(labels))
                .register(registry));
    }

    private Level gauge(String name, String description, String... labels) {
        Level level = new Level();
        keep(Gauge.builder("penstock." + name, level, Level::get)
                .description(description)
                .tags(tags.and(labels))
                .strongReference(true)
                .register(registry));
        return level;
    }

    private <M extends Meter> M keep(M meter) {
        meters.add(meter);
        return meter;
    }

    /** What a gauge shows. */
    private static final class Level {
        private volatile double value = Double.NaN;

        void set(double value) {
            this.value = value;
        }

        double get() {
            return value;
        }
    }
}
