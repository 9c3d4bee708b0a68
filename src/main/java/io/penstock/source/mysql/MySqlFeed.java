package io.penstock.source.mysql;

import io.penstock.config.LoopConfig;
import io.penstock.source.ChangeFeed;
import io.penstock.source.MutationSink;
import io.penstock.source.SourceException;
import io.penstock.stamp.Stamp;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reader of a server's binary log for one loop. One use. */
final class MySqlFeed implements ChangeFeed {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlFeed.class);

    private final Vertx vertx;
    private final LoopConfig loop;
    private final Connections connections;
    private final TableNames names;
    private final Promise<Void> started = Promise.promise();
    private final Promise<Void> ended = Promise.promise();

    private volatile Thread thread;
    private volatile boolean stopping;
    private volatile StreamReader reader;
    /** The server has taken the position; only the reading thread looks at it. */
    private boolean accepted;

    MySqlFeed(Vertx vertx, LoopConfig loop, Connections connections, TableNames names) {
        this.vertx = vertx;
        this.loop = loop;
        this.connections = connections;
        this.names = names;
    }

    @Override
    public Future<Void> start(Stamp from, MutationSink sink) {
        Context context = vertx.getOrCreateContext();
        thread = new Thread(() -> run(from, sink, context), "penstock-feed-" + loop.name());
        thread.setDaemon(true);
        thread.start();
        return started.future();
    }

    /** The server keeps its log by settings of its own, and knows of no reader. */
    @Override
    public void acknowledge(Stamp durable) {}

    @Override
    public Future<Void> stop() {
        stopping = true;
        Thread reading = thread;
        if (reading == null) {
            return Future.succeededFuture();
        }
        reading.interrupt(); // it may wait for the sink
        StreamReader open = reader;
        if (open != null) {
            vertx.executeBlocking(() -> {
                open.stop();
                return null;
            });
        }
        return ended.future();
    }

    private void run(Stamp from, MutationSink sink, Context context) {
        try (Session session = connections.open()) {
            StreamReader stream = new StreamReader(loop, connections, names, session, from, sink);
            reader = stream;
            if (!stopping) {
                stream.run(() -> accepted(context));
            }
        } catch (InterruptedException e) {
            LOG.debug("loop {}: reading was stopped", loop.name());
        } catch (SourceException e) {
            failed(e, sink, context);
        } catch (java.io.IOException e) {
            failed(SourceErrors.of("read the log of " + connections.where(), e), sink, context);
        } catch (Exception | Error e) {
            SourceException defect = new SourceException(
                    SourceException.Kind.FINAL,
                    "reading the log of " + connections.where() + " broke on " + e,
                    "this is a defect of Penstock: report it with the stack trace",
                    e);
            failed(defect, sink, context);
        } finally {
            context.runOnContext(none -> {
                started.tryFail(SourceException.retryable("the feed was stopped before it started", null));
                ended.complete();
            });
        }
    }

    private void failed(SourceException cause, MutationSink sink, Context context) {
        if (stopping) {
            LOG.debug("loop {}: the source connection broke while stopping", loop.name(), cause);
        } else if (accepted) {
            sink.failed(cause);
        } else {
            context.runOnContext(none -> started.tryFail(cause));
        }
    }

    private void accepted(Context context) {
        accepted = true;
        context.runOnContext(none -> started.tryComplete());
    }
}
