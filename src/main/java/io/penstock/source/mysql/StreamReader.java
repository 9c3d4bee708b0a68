package io.penstock.source.mysql;

import io.penstock.config.LoopConfig;
import io.penstock.source.MutationBatch;
import io.penstock.source.MutationSink;
import io.penstock.stamp.Stamp;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Reads the log and hands mutations on. One thread, but for {@link #stop}. */
final class StreamReader {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WAIT_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final MutationBatch batch;
    private final MutationSink sink;
    private final LogPosition position;
    private final BinlogDecoder decoder;
    private final BinlogConnection connection;
    private Runnable onAccepted;
    private long toldAtNanos = System.nanoTime() - IDLE_NANOS;
    private volatile boolean stopping;

    /** @param session for questions while reading; the caller closes it */
    StreamReader(
            LoopConfig loop,
            Connections connections,
            TableNames names,
            Session session,
            Stamp from,
            MutationSink sink) {
        this.sink = sink;
        this.batch = new MutationBatch(sink);
        this.position = new LogPosition(from);
        ServerFacts server = ServerFacts.read(session);
        Catalog catalog = new Catalog(session, server.isMariaDb());
        Charsets charsets = ServerCharsets.read(session);
        Definitions definitions = new Definitions(names, server.product());
        TableShapes shapes = new TableShapes(
                new TableMapDecoder(charsets),
                names,
                definitions,
                name -> catalog.read(List.of(name)).stream().findFirst().orElse(null));
        shapes.readAhead(catalog.read(names::selects));
        Cascades cascades = new Cascades(
                () -> server.logsCascades() ? List.of() : catalog.foreignKeys(),
                table -> names.selects(table) ? shapes.latest(table) : null);
        shapes.watch(cascades::isParent);
        this.decoder = new BinlogDecoder(
                position,
                charsets,
                shapes,
                new TableStatements(names, shapes, cascades),
                new RowsDecoder(new ValueDecoder(new JsonBinary())),
                cascades,
                batch);
        String firstFile = Session.text(session.rows("SHOW BINARY LOGS").get(0), 0);
        this.connection = new BinlogConnection(connections.url(), ServerId.of(loop), from, firstFile, this::receive);
    }

    /** Reads until it is stopped. @param accepted is told once, when the server has begun to send */
    void run(Runnable accepted) throws Exception {
        onAccepted = accepted;
        connection.run();
    }

    void stop() {
        stopping = true;
        connection.hangUp();
    }

    private void receive(RawEvent event) throws Exception {
        if (stopping) {
            throw new InterruptedException();
        }
        if (onAccepted != null) {
            onAccepted.run();
            onAccepted = null;
        }
        try {
            decoder.decode(event);
        } catch (RuntimeException e) {
            flush(); // what was whole before it is not at fault
            throw e;
        }
        if (batch.isFull()) {
            flush();
        } else if (!position.isInTransaction()) {
            awaitDueOrMore();
            if (batch.isDue()) {
                flush();
            }
            tellIdle();
        }
    }

    /** A target that is busy gets as many transactions at once as come in a moment. */
    private void awaitDueOrMore() throws java.io.IOException {
        while (!batch.isEmpty() && !batch.isDue() && !connection.isMoreThere()) {
            LockSupport.parkNanos(WAIT_NANOS);
        }
    }

    private void tellIdle() {
        if (batch.isEmpty() && System.nanoTime() - toldAtNanos >= IDLE_NANOS) {
            toldAtNanos = System.nanoTime();
            sink.idle(position.covered());
        }
    }

    /** Waits until the sink has taken all; the server waits too, for as long as it was told to. */
    private void flush() throws InterruptedException {
        batch.<RuntimeException>flush(() -> {
            if (stopping) {
                throw new InterruptedException();
            }
        });
    }
}
