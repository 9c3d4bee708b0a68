package io.penstock.source;

import io.penstock.bus.Acknowledge;
import io.penstock.bus.Addresses;
import io.penstock.bus.Idle;
import io.penstock.bus.LocalDelivery;
import io.penstock.model.Batch;
import io.penstock.model.Mutation;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.List;

/**
 * Owns a feed and sends what it reads to the loop, as requests that are numbered without a gap and sent in order. The
 * answer <em>executed</em> frees the window. A request that fails is never sent again: everything behind it would be
 * out of order, so the verticle is dead from then on and {@link #ended()} says so.
 *
 * <p>One instance a generation: deploy it, wait for {@link #ended()}, undeploy it.
 */
public final class DialectVerticle extends VerticleBase implements MutationSink {
    private final ChangeFeed feed;
    private final Stamp from;
    private final Addresses addresses;
    private final ByteWindow window;
    private final DeliveryOptions options;
    private final Promise<Void> ended = Promise.promise();

    // Only touched on the verticle's context.
    private MessageConsumer<Acknowledge> acknowledgements;
    private long nextSequence;
    private boolean idleUnanswered;
    private boolean over;

    /**
     * @param from the feed starts behind this
     * @param windowBytes retained bytes that may be sent and not yet executed
     * @param answerMillis how long a request may take to be answered, counted from sending it: its wait behind all that
     *     is in the window before it is part of that
     */
    public DialectVerticle(ChangeFeed feed, Stamp from, Addresses addresses, long windowBytes, long answerMillis) {
        this.feed = feed;
        this.from = from;
        this.addresses = addresses;
        this.window = new ByteWindow(windowBytes);
        this.options = LocalDelivery.request(answerMillis);
    }

    /**
     * Fails with {@link SourceException} when reading or sending ended by itself; nothing is sent after that. Succeeds
     * when the verticle was undeployed while all was well.
     */
    public Future<Void> ended() {
        return ended.future();
    }

    /** Retained bytes sent and not yet executed. May be called on any thread. */
    public long bytesInFlight() {
        return window.takenBytes();
    }

    @Override
    public Future<?> start() {
        acknowledgements = vertx.eventBus().localConsumer(addresses.acknowledge());
        acknowledgements.handler(news -> feed.acknowledge(news.body().stamp()));
        return acknowledgements
                .completion()
                .compose(listening -> feed.start(from, this))
                .recover(cause -> {
                    // Who fails to start is not stopped by anybody else, and may be reading all the same.
                    end(
                            cause instanceof SourceException known
                                    ? known
                                    : SourceException.retryable(cause.getMessage(), cause));
                    return feed.stop().transform(stopped -> Future.failedFuture(cause));
                });
    }

    @Override
    public Future<?> stop() {
        over = true;
        window.close();
        return feed.stop().eventually(acknowledgements::unregister).onComplete(stopped -> ended.tryComplete());
    }

    @Override
    public boolean offer(List<Mutation> mutations, long retainedBytes, long patienceMillis)
            throws InterruptedException {
        if (!window.take(retainedBytes, patienceMillis)) {
            return false;
        }
        context.runOnContext(hopped -> send(mutations, retainedBytes));
        return true;
    }

    @Override
    public boolean isHungry() {
        return window.takenBytes() == 0;
    }

    @Override
    public void idle(Stamp position) {
        context.runOnContext(hopped -> sendIdle(position));
    }

    @Override
    public void failed(SourceException cause) {
        context.runOnContext(hopped -> end(cause));
    }

    private void send(List<Mutation> mutations, long retainedBytes) {
        if (over) {
            return;
        }
        long sequence = nextSequence++;
        Batch batch = new Batch(
                addresses.loop(), addresses.epoch(), addresses.generation(), null, sequence, mutations, retainedBytes);
        request(batch)
                .onSuccess(executed -> window.give(retainedBytes))
                .onFailure(cause -> end(refused("batch " + sequence, cause)));
    }

    /** One at a time: the feed says it again in about a second, and only the latest counts. */
    private void sendIdle(Stamp position) {
        if (over || idleUnanswered) {
            return;
        }
        idleUnanswered = true;
        long sequence = nextSequence++;
        request(new Idle(addresses.loop(), addresses.epoch(), addresses.generation(), sequence, position))
                .onSuccess(taken -> idleUnanswered = false)
                .onFailure(cause -> end(refused("idle news " + sequence, cause)));
    }

    private Future<?> request(Object body) {
        return vertx.eventBus().request(addresses.intake(), body, options);
    }

    private SourceException refused(String what, Throwable cause) {
        return SourceException.retryable(
                "loop " + addresses.loop() + " did not execute " + what + " of generation " + addresses.generation()
                        + " (" + cause.getMessage() + ")",
                cause);
    }

    private void end(SourceException cause) {
        over = true;
        window.close();
        ended.tryFail(cause);
    }
}
