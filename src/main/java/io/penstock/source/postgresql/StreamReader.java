package io.penstock.source.postgresql;

import io.penstock.source.MutationBatch;
import io.penstock.source.SourceException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.PGConnection;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;
import org.postgresql.replication.fluent.logical.ChainedLogicalStreamBuilder;

/** Reads the slot by the replication protocol: the way for a loop that keeps up. One thread. */
final class StreamReader {
    private static final long STATUS_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ACKNOWLEDGE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** The driver's own; ours comes first unless this thread hangs. */
    private static final int DRIVER_STATUS_SECONDS = 10;
    /** An empty {@code readPending} waits a millisecond by itself. A stream that stays quiet is asked less often. */
    private static final int QUIET_READS = 50;

    private static final long QUIET_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MESSAGES_BETWEEN_CHECKS = 256;

    private final FeedControl control;
    private final PgoutputDecoder decoder;
    private final MutationBatch batch;
    private final IdleNews idle;
    private PGReplicationStream stream;
    private long toldPosition;
    private long toldAtNanos = System.nanoTime();

    StreamReader(FeedControl control, PgoutputDecoder decoder, MutationBatch batch, IdleNews idle) {
        this.control = control;
        this.decoder = decoder;
        this.batch = batch;
        this.idle = idle;
    }

    /** Asks for all transactions that end behind {@code from}. */
    void start(Connection replication, String slot, PgoutputOptions options, long from) throws SQLException {
        ChainedLogicalStreamBuilder builder = replication
                .unwrap(PGConnection.class)
                .getReplicationAPI()
                .replicationStream()
                .logical()
                .withSlotName(slot)
                .withStartPosition(LogSequenceNumber.valueOf(from))
                .withStatusInterval(DRIVER_STATUS_SECONDS, TimeUnit.SECONDS)
                // The driver would acknowledge what it has merely received.
                .withAutomaticFlush(false);
        for (Map.Entry<String, String> option : options.asMap().entrySet()) {
            // The driver puts the quotes but does not double those inside.
            builder.withSlotOption(option.getKey(), option.getValue().replace("'", "''"));
        }
        stream = builder.start();
    }

    /** Reads until it is told to stop; then tells the server what is durable. */
    void run() throws SQLException, InterruptedException {
        try {
            readUntilStopped();
        } catch (InterruptedException e) {
            if (!control.isStopping()) { // otherwise it was woken while the sink was full
                throw e;
            }
        }
        tellServer();
    }

    private void readUntilStopped() throws SQLException, InterruptedException {
        int quiet = 0;
        int messages = 0;
        while (!control.isStopping()) {
            ByteBuffer message = stream.readPending();
            if (message == null) {
                pause(quiet++);
                continue;
            }
            quiet = 0;
            int offset = message.arrayOffset();
            decoder.decode(message.array(), offset + message.position(), offset + message.limit());
            if (batch.isFull() || (!decoder.isInTransaction() && batch.isDue())) {
                batch.flush(this::beat);
            }
            if (++messages % MESSAGES_BETWEEN_CHECKS == 0) {
                tellServerWhenDue();
                tellSinkWhenDue();
            }
        }
    }

    /** Nothing is there to be read. */
    private void pause(int quiet) throws SQLException, InterruptedException {
        if (stream.isClosed()) {
            throw SourceException.retryable("the server ended the stream", null);
        }
        batch.flush(this::beat);
        tellServerWhenDue();
        tellSinkWhenDue();
        if (quiet > QUIET_READS) {
            LockSupport.parkNanos(QUIET_PAUSE_NANOS);
        }
    }

    /** The sink is full: the server must hear of us all the same, or it drops the connection. */
    private void beat() throws SQLException, InterruptedException {
        if (control.isStopping()) {
            throw new InterruptedException("stopping");
        }
        tellServerWhenDue();
    }

    /** While no transaction is open, what the server has sent last is a position with nothing left before it. */
    private void tellSinkWhenDue() {
        if (!decoder.isInTransaction() && batch.isEmpty() && idle.isDue()) {
            idle.tell(stream.getLastReceiveLSN().asLong());
        }
    }

    private void tellServerWhenDue() throws SQLException {
        long since = System.nanoTime() - toldAtNanos;
        boolean news = control.acknowledged() != toldPosition;
        if (since >= STATUS_INTERVAL_NANOS || (news && since >= ACKNOWLEDGE_INTERVAL_NANOS)) {
            tellServer();
        }
    }

    /** Acknowledges, and asks for an answer: its position is how an idle stream moves on. */
    private void tellServer() throws SQLException {
        toldPosition = control.acknowledged();
        toldAtNanos = System.nanoTime();
        if (toldPosition != 0) {
            LogSequenceNumber durable = LogSequenceNumber.valueOf(toldPosition);
            stream.setFlushedLSN(durable);
            stream.setAppliedLSN(durable);
        }
        stream.forceUpdateStatus();
    }
}
