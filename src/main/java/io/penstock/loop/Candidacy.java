package io.penstock.loop;

import io.penstock.config.LoopConfig;
import io.penstock.lease.Lookout;
import io.penstock.lease.Parting;
import io.penstock.progress.LoopProgress;
import io.penstock.progress.ProgressStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/**
 * One node's wish to run one loop: acquires the lease and gives it back. Where the leases are in doubt, it looks into
 * the target before: who is at work there without our seeing it is not to be disturbed.
 */
final class Candidacy implements Lookout {
    private static final long LOOK_MILLIS = 1_000;

    private final Vertx vertx;
    private final LoopConfig config;
    private final LoopParts parts;
    private Future<Boolean> acquiring = Future.succeededFuture(false);
    private boolean leased;
    private boolean withdrawn;

    /** What came of an offer. */
    sealed interface Outcome {}

    /** This node is to run the loop. @param fresh whether it had not held the lease before */
    record Granted(boolean fresh) implements Outcome {}

    /** Another node has it, or ought to try first. */
    record Elsewhere() implements Outcome {}

    Candidacy(Vertx vertx, LoopConfig config, LoopParts parts) {
        this.vertx = vertx;
        this.config = config;
        this.parts = parts;
    }

    boolean isLeased() {
        return leased;
    }

    /** Whether the lease still is ours as far as can be known; when it is not, its loss is told as well. */
    Future<Boolean> stands() {
        return leased ? parts.leases().stands(config.name()).otherwise(true) : Future.succeededFuture(true);
    }

    Future<Outcome> offer() {
        if (leased) {
            return Future.succeededFuture(new Granted(false));
        }
        withdrawn = false;
        acquiring = parts.leases().tryAcquire(config.name(), this);
        return acquiring.map(granted -> {
            leased = granted;
            return granted ? new Granted(true) : new Elsewhere();
        });
    }

    /** The lease is gone already. */
    void lost() {
        leased = false;
    }

    /** Also where it is not known whether the lease was acquired. Does not fail. */
    Future<Void> withdraw(Parting why) {
        leased = false;
        withdrawn = true;
        return acquiring
                .transform(known -> parts.leases().release(config.name(), why))
                .otherwiseEmpty();
    }

    @Override
    public Future<Boolean> isQuiet(Duration time) {
        ProgressStore progress = parts.progress(parts.target(config));
        long looks = Math.max(1, time.toMillis() / LOOK_MILLIS);
        return progress.glance(config.name())
                .compose(first -> isQuiet(progress, first, looks))
                // Then there is nothing to see here, and the reign will meet the same failure and say so.
                .otherwise(true);
    }

    private Future<Boolean> isQuiet(ProgressStore progress, Optional<LoopProgress> first, long looks) {
        if (looks == 0 || withdrawn) {
            return Future.succeededFuture(!withdrawn);
        }
        return vertx.timer(LOOK_MILLIS)
                .compose(waited -> progress.glance(config.name()))
                .compose(
                        now -> now.equals(first) ? isQuiet(progress, first, looks - 1) : Future.succeededFuture(false));
    }
}
