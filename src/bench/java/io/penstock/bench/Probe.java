package io.penstock.bench;

import io.penstock.demo.workload.Pace;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * Commits one small row after the other on the source and looks for them on the target a thousand times a second. Both
 * moments are read from one clock, in this JVM.
 */
final class Probe implements AutoCloseable {
    static final String TABLE = "CREATE TABLE probe (id int PRIMARY KEY)";

    private static final int LOOKS_PER_SECOND = 1_000;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Site site;
    private final int perSecond;
    /** When the commit of probe i returned; 0 before. */
    private final AtomicLongArray committedAt;

    private final Histogram micros = new Histogram(3);
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile long measuredFrom = Long.MAX_VALUE;
    private volatile int sent;
    private volatile boolean stopping;
    private volatile long giveUpAt = Long.MAX_VALUE;

    Probe(Site site, int perSecond, int seconds) {
        this.site = site;
        this.perSecond = perSecond;
        this.committedAt = new AtomicLongArray(perSecond * (seconds + 60));
    }

    private interface Work {
        void run() throws Exception;
    }

    void start() {
        thread("probe-writer", this::write);
        thread("probe-reader", this::read);
    }

    /** Counts the probes that are committed from now on. */
    void measure() {
        measuredFrom = System.nanoTime();
    }

    /** Stops writing, waits for what is under way. @return commit to visible, in microseconds */
    Histogram finish() throws Exception {
        giveUpAt = System.nanoTime() + PATIENCE_NANOS;
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
        Exception cause = failure.get();
        if (cause != null) {
            throw cause;
        }
        return micros;
    }

    @Override
    public void close() {
        stopping = true;
        threads.forEach(Thread::interrupt);
    }

    private void write() throws SQLException, InterruptedException {
        Pace pace = Pace.perSecond(perSecond);
        try (Connection source = site.source();
                PreparedStatement insert = source.prepareStatement("INSERT INTO probe VALUES (?)")) {
            for (int id = 0; !stopping && id < committedAt.length(); id++) {
                pace.await();
                insert.setInt(1, id);
                insert.executeUpdate();
                committedAt.set(id, System.nanoTime());
                sent = id + 1;
            }
        }
    }

    /** Lanes side by side may bring a later row first, so each is looked for, not the greatest. */
    private void read() throws SQLException, InterruptedException {
        Pace pace = Pace.perSecond(LOOKS_PER_SECOND);
        BitSet seen = new BitSet();
        int missing = 0;
        try (Connection target = site.target();
                PreparedStatement look = target.prepareStatement("SELECT id FROM probe WHERE id >= ?")) {
            while (!stopping || missing < sent || threads.get(0).isAlive()) {
                pace.await();
                look.setInt(1, missing);
                try (ResultSet row = look.executeQuery()) {
                    long now = System.nanoTime();
                    while (row.next()) {
                        if (!seen.get(row.getInt(1))) {
                            seen.set(row.getInt(1));
                            record(row.getInt(1), now);
                        }
                    }
                }
                missing = seen.nextClearBit(missing);
                if (System.nanoTime() > giveUpAt) {
                    throw new IllegalStateException("probe row " + missing + " of " + sent + " has not arrived");
                }
            }
        }
    }

    private void record(int id, long now) {
        long committed = committedAt.get(id);
        // A row may be seen before its commit has returned to the writer: that is no time at all.
        long nanos = committed == 0 ? 0 : Math.max(0, now - committed);
        if (committed == 0 ? now >= measuredFrom : committed >= measuredFrom) {
            micros.recordValue(nanos / 1_000);
        }
    }

    private void thread(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (Exception e) {
                        failure.compareAndSet(null, e);
                        stopping = true;
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }
}
