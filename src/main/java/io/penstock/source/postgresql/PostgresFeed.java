package io.penstock.source.postgresql;

import io.penstock.config.LoopConfig;
import io.penstock.source.ChangeFeed;
import io.penstock.source.MutationBatch;
import io.penstock.source.MutationSink;
import io.penstock.source.SourceException;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reader of a loop's slot: windows while a backlog is worth it, then the stream. One use. */
final class PostgresFeed implements ChangeFeed {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresFeed.class);
    private static final int WINDOWS_SINCE_VERSION = 12;
    private static final long STOP_PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(3);

    private final Vertx vertx;
    private final LoopConfig loop;
    private final Connections connections;
    private final ReplicatedTables tables;
    private final ReplicationSlot slot;
    private final FeedControl control = new FeedControl();
    private final Promise<Void> started = Promise.promise();
    private final Promise<Void> ended = Promise.promise();
    /** What the reading thread may be waiting for. */
    private final List<Connection> open = new CopyOnWriteArrayList<>();

    private volatile Thread thread;
    /** The server has taken the position; only the reading thread looks at it. */
    private boolean accepted;

    PostgresFeed(Vertx vertx, LoopConfig loop, Connections connections, ReplicatedTables tables) {
        this.vertx = vertx;
        this.loop = loop;
        this.connections = connections;
        this.tables = tables;
        this.slot = new ReplicationSlot(loop.source().slot());
    }

    @Override
    public Future<Void> start(Stamp from, MutationSink sink) {
        if (!(from instanceof LsnStamp lsn)) {
            return Future.failedFuture(
                    SourceException.fatal(from.text() + " is no position of PostgreSQL", "begin a new loop"));
        }
        Context context = vertx.getOrCreateContext();
        thread = new Thread(() -> run(lsn.end(), sink, context), "penstock-feed-" + loop.name());
        thread.setDaemon(true);
        thread.start();
        return started.future();
    }

    @Override
    public void acknowledge(Stamp durable) {
        if (durable instanceof LsnStamp lsn) {
            control.acknowledge(lsn);
        }
    }

    @Override
    public Future<Void> stop() {
        control.stop();
        Thread reader = thread;
        if (reader == null) {
            return Future.succeededFuture();
        }
        reader.interrupt(); // it may wait for the sink
        long patience = vertx.setTimer(STOP_PATIENCE_MILLIS, timer -> cut());
        return ended.future().onComplete(done -> vertx.cancelTimer(patience));
    }

    /** A read from a server that has vanished does not end by itself. */
    private void cut() {
        for (Connection connection : open) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                LOG.debug("loop {}: cutting the source connection", loop.name(), e);
            }
        }
    }

    private void run(long from, MutationSink sink, Context context) {
        try {
            read(from, sink, context);
        } catch (InterruptedException e) {
            LOG.debug("loop {}: reading was stopped", loop.name());
        } catch (SQLException e) {
            failed(SourceErrors.of("read slot " + slot.name() + " of " + connections.where(), e), sink, context);
        } catch (SourceException e) {
            failed(e, sink, context);
        } catch (RuntimeException | Error e) {
            SourceException defect = new SourceException(
                    SourceException.Kind.FINAL,
                    "reading slot " + slot.name() + " broke on " + e,
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
        if (control.isStopping()) {
            LOG.debug("loop {}: the source connection broke while stopping", loop.name(), cause);
        } else if (accepted) {
            sink.failed(cause);
        } else {
            context.runOnContext(none -> started.tryFail(cause));
        }
    }

    private void accepted(Context context) {
        if (!accepted) {
            accepted = true;
            context.runOnContext(none -> started.tryComplete());
        }
    }

    private void read(long from, MutationSink sink, Context context) throws SQLException, InterruptedException {
        MutationBatch batch = new MutationBatch(sink);
        IdleNews idle = new IdleNews(sink, from);
        try (TableShapes shapes = TableShapes.open(connections, tables)) {
            PgoutputDecoder decoder = new PgoutputDecoder(new RelationCache(shapes), batch);
            long read = pull(from, decoder, batch, idle, context);
            if (control.isStopping()) {
                return;
            }
            try (Connection replication = Preparation.openReplication(connections)) {
                open.add(replication);
                DecodingMemory.raise(replication);
                int version = replication.getMetaData().getDatabaseMajorVersion();
                StreamReader stream = new StreamReader(control, decoder, batch, idle);
                stream.start(replication, slot.name(), options(version), read);
                accepted(context);
                stream.run();
                awaitTaken();
            }
        }
    }

    /** Closing at once could overtake the last acknowledgement, and who looks at the slot next would find it behind. */
    private void awaitTaken() throws SQLException, InterruptedException {
        Thread.interrupted(); // has done its duty: it ended the wait for the sink
        try (Connection connection = connections.open(Connections.SHORT_ANSWERS_SECONDS)) {
            slot.awaitConfirmed(connection, control.acknowledged());
        }
    }

    private PgoutputOptions options(int majorVersion) {
        return new PgoutputOptions(loop.source().publication(), majorVersion);
    }

    /** Takes a backlog off by windows where there is one. @return from where to stream */
    private long pull(long from, PgoutputDecoder decoder, MutationBatch batch, IdleNews idle, Context context)
            throws SQLException, InterruptedException {
        try (Connection windows = connections.open(Connections.PATIENT);
                Connection advances = connections.open(Connections.PATIENT)) {
            open.addAll(List.of(windows, advances));
            int version = windows.getMetaData().getDatabaseMajorVersion();
            if (version < WINDOWS_SINCE_VERSION || !Backlog.isWorthWindows(windows, from)) {
                return from;
            }
            WindowReader reader;
            try {
                reader = new WindowReader(control, decoder, batch, idle, slot, windows, advances);
            } catch (SQLException e) {
                SourceException cause = SourceErrors.of("copy slot " + slot.name(), e);
                LOG.info("loop {}: streaming a backlog, because: {}", loop.name(), cause.getMessage());
                return from;
            }
            DecodingMemory.raise(windows);
            accepted(context);
            return reader.run(options(version), from);
        }
    }
}
