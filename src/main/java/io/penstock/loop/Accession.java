package io.penstock.loop;

import io.penstock.model.Epoch;
import io.penstock.model.LoopName;
import io.penstock.progress.LoopProgress;
import io.penstock.progress.ProgressStore;
import io.penstock.target.Target;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import java.time.Duration;

/**
 * How a reign takes over on the target. An owner that is stopped or cut off may hold locks that the epoch's rise waits
 * for, so its sessions are ended; first it has a moment to end by itself.
 */
record Accession(LoopName loop, String node, Target target, ProgressStore progress, ReignListener listener) {
    private static final Duration MOMENT = Duration.ofSeconds(1);

    /** @return what is known, with the new epoch; the sessions of lower ones are told to end */
    Future<LoopProgress> raise() {
        return progress.raise(loop, node, MOMENT)
                .recover(cause -> isWorthAnotherTry(cause) ? raiseByForce() : Future.failedFuture(cause))
                .compose(raised -> endSessionsBefore(raised.epoch()).map(raised));
    }

    /** Of those that reign now, too: what they have not committed yet never will be. */
    private Future<LoopProgress> raiseByForce() {
        return progress.epoch(loop)
                .compose(reigning -> endSessionsBefore(new Epoch(reigning.number() + 1)))
                .compose(told -> progress.raise(loop, node));
    }

    private Future<Void> endSessionsBefore(Epoch reign) {
        return target.endSessionsBefore(loop, reign)
                .onSuccess(warnings -> warnings.forEach(listener::warn))
                .mapEmpty();
    }

    private static boolean isWorthAnotherTry(Throwable cause) {
        return cause instanceof TargetException known && known.kind() == TargetException.Kind.RETRYABLE;
    }
}
