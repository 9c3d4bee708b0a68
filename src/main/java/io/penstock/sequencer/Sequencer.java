package io.penstock.sequencer;

import io.penstock.model.Batch;
import io.penstock.model.Mode;
import io.vertx.core.Future;

/** Turns batches in stream order into applied rows. All calls come from the loop's context. */
public interface Sequencer {
    Mode mode();

    /** Deploys the lanes. What they have applied already is skipped when it comes again. */
    Future<Void> start();

    /**
     * Takes the next batch; may be called before the one before is done.
     *
     * @return completes when all of it is executed on the target, which is when its bytes are free again. A failure is
     *     final for the sequencer: close it.
     */
    Future<Void> accept(Batch batch);

    /** Completes when all that was accepted is durable. Nothing may be accepted meanwhile. */
    Future<Void> drain();

    /** Undeploys the lanes and waits for their connections to be closed. What is not durable is rolled back. */
    Future<Void> close();
}
