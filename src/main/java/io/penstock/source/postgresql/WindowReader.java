package io.penstock.source.postgresql;

import io.penstock.source.MutationBatch;
import io.penstock.stamp.LsnStamp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGStatement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a backlog by the slot functions, in windows that end between transactions: cheaper for the server than a
 * stream, which costs it a system call a message. Reads from a temporary copy of the slot, so that the slot itself
 * moves only to what is durable. One thread.
 */
final class WindowReader {
    private static final Logger LOG = LoggerFactory.getLogger(WindowReader.class);

    /** Less than this is not worth a copy of the slot. */
    static final long WORTHWHILE_BYTES = 16L << 20;

    private static final long CAUGHT_UP_BYTES = 4L << 20;
    private static final int SMALLEST_WINDOW_MESSAGES = 50_000;
    private static final int LARGEST_WINDOW_MESSAGES = 800_000;
    private static final int FETCH_ROWS = 1_000;
    /** A window that decodes this much again, and more than it delivers by the factor, is dearer than a stream. */
    private static final long DEAR_BYTES = 64L << 20;

    private static final int DEAR_FACTOR = 4;
    private static final long ADVANCE_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Advancing decodes from restart_lsn: at most this part of the time goes to it. */
    private static final int ADVANCE_COST_SHARE = 20;

    private final FeedControl control;
    private final PgoutputDecoder decoder;
    private final MutationBatch batch;
    private final IdleNews idle;
    private final ReplicationSlot slot;
    private final Connection windows;
    private final Connection advances;
    private final ReplicationSlot copy;
    private long advancedTo;
    private long nextAdvanceNanos = System.nanoTime() + ADVANCE_INTERVAL_NANOS;
    private int windowMessages = SMALLEST_WINDOW_MESSAGES;

    /** Makes the copy, which lives as long as the session of {@code windows}. */
    WindowReader(
            FeedControl control,
            PgoutputDecoder decoder,
            MutationBatch batch,
            IdleNews idle,
            ReplicationSlot slot,
            Connection windows,
            Connection advances)
            throws SQLException {
        this.control = control;
        this.decoder = decoder;
        this.batch = batch;
        this.idle = idle;
        this.slot = slot;
        this.windows = windows;
        this.advances = advances;
        this.copy = copy();
    }

    private ReplicationSlot copy() throws SQLException {
        try (PreparedStatement statement =
                windows.prepareStatement("SELECT (pg_catalog.pg_copy_logical_replication_slot(?, n, true)).slot_name"
                        + " FROM (SELECT left(?, 48) || '_' || pg_catalog.pg_backend_pid() AS n) AS x")) {
            statement.setString(1, slot.name());
            statement.setString(2, slot.name());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new ReplicationSlot(row.getString(1));
            }
        }
    }

    /**
     * Reads windows until the backlog is small or windows are dear.
     *
     * @param from all that ends before this is applied already
     * @return all transactions whose commit begins before this have been handed on
     */
    long run(PgoutputOptions options, long from) throws SQLException, InterruptedException {
        SlotState before = SlotState.read(windows, copy.name());
        if (Long.compareUnsigned(before.confirmed(), from) < 0) {
            copy.advance(windows, from);
            before = SlotState.read(windows, copy.name());
        }
        windows.setAutoCommit(false);
        try {
            long read = readWindows(options, before);
            advance();
            return read;
        } catch (InterruptedException e) {
            advance();
            throw e;
        }
    }

    private long readWindows(PgoutputOptions options, SlotState first) throws SQLException, InterruptedException {
        SlotState before = first;
        boolean goOn = true;
        while (goOn && !control.isStopping()) {
            long messages = window(options);
            SlotState after = SlotState.read(windows, copy.name());
            long end = logEnd();
            windows.commit();
            if (idle.isDue()) {
                idle.tell(after.confirmed());
            }
            advanceWhenDue();
            goOn = end - after.confirmed() > CAUGHT_UP_BYTES && messages > 0 && !isDear(before, after);
            before = after;
        }
        return before.confirmed();
    }

    private long window(PgoutputOptions options) throws SQLException, InterruptedException {
        List<String> texts = new ArrayList<>();
        options.asMap().forEach((name, value) -> {
            texts.add(name);
            texts.add(value);
        });
        long messages = 0;
        try (PreparedStatement statement = windows.prepareStatement(
                "SELECT data FROM pg_catalog.pg_logical_slot_get_binary_changes(?, NULL, ?, VARIADIC ?)")) {
            statement.setString(1, copy.name());
            statement.setInt(2, windowMessages);
            statement.setArray(3, windows.createArrayOf("text", texts.toArray()));
            statement.setFetchSize(FETCH_ROWS);
            // From the first execution on, or the bytes would come as hexadecimal text.
            statement.unwrap(PGStatement.class).setPrepareThreshold(-1);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    byte[] message = row.getBytes(1);
                    decoder.decode(message, 0, message.length);
                    messages++;
                    if (batch.isFull()) {
                        checkIsWanted();
                        batch.flush(this::beat);
                    }
                }
            }
        }
        batch.flush(this::beat);
        return messages;
    }

    /**
     * Each window decodes again from where the oldest open transaction began. Larger windows make up for some of it; a
     * transaction that stays open for long makes them all dear.
     */
    private boolean isDear(SlotState before, SlotState after) {
        long again = before.confirmed() - before.restart();
        long delivered = after.confirmed() - before.confirmed();
        if (again <= delivered) {
            return false;
        }
        boolean widest = windowMessages == LARGEST_WINDOW_MESSAGES;
        windowMessages = Math.min(2 * windowMessages, LARGEST_WINDOW_MESSAGES);
        boolean dear = widest && again > DEAR_BYTES && again > DEAR_FACTOR * delivered;
        if (dear) {
            LOG.info(
                    "slot {}: a window decodes {} MiB again, an old transaction is open; streaming",
                    slot.name(),
                    again >> 20);
        }
        return dear;
    }

    private long logEnd() throws SQLException {
        try (Statement statement = windows.createStatement();
                ResultSet row = statement.executeQuery("SELECT (" + ServerFacts.LOG_END + ")::text")) {
            row.next();
            return LsnStamp.parseLsn(row.getString(1));
        }
    }

    private void beat() throws SQLException, InterruptedException {
        checkIsWanted();
        advanceWhenDue();
    }

    /** A window that was not read to its end must not be taken for one that was. */
    private void checkIsWanted() throws InterruptedException {
        if (control.isStopping()) {
            throw new InterruptedException("stopping");
        }
    }

    private void advanceWhenDue() throws SQLException {
        if (System.nanoTime() - nextAdvanceNanos >= 0) {
            long began = System.nanoTime();
            advance();
            long cost = System.nanoTime() - began;
            nextAdvanceNanos = System.nanoTime() + Math.max(ADVANCE_INTERVAL_NANOS, ADVANCE_COST_SHARE * cost);
        }
    }

    /** Tells the server what is durable: nobody streams, so nobody else does. */
    private void advance() throws SQLException {
        long durable = control.acknowledged();
        if (Long.compareUnsigned(durable, advancedTo) > 0) {
            slot.advance(advances, durable);
            advancedTo = durable;
        }
    }
}
