package io.penstock.demo.workload;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Workers that run one kind of traffic, each on a connection of its own. With one worker a seed always gives the same
 * transactions in the same order; with several each worker's choices are the same, their interleaving is not.
 */
public final class Workload implements AutoCloseable {
    private final List<Thread> workers = new ArrayList<>();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong retried = new AtomicLong();
    private final AtomicReference<SQLException> failure = new AtomicReference<>();
    private final Traffic traffic;
    private final Pace pace;
    private final long limit;
    private volatile boolean stopping;

    private Workload(Traffic traffic, Pace pace, long limit) {
        this.traffic = traffic;
        this.pace = pace;
        this.limit = limit;
    }

    /** Starts workers that go on until {@link #stop()}. */
    public static Workload start(String jdbcUrl, Traffic traffic, Pace pace, int workers, long seed) {
        return start(jdbcUrl, traffic, pace, workers, seed, Long.MAX_VALUE);
    }

    /**
     * Starts workers that end by themselves after a number of transactions.
     *
     * @param limit transactions to commit, by all workers together
     */
    public static Workload start(String jdbcUrl, Traffic traffic, Pace pace, int workers, long seed, long limit) {
        Workload workload = new Workload(traffic, pace, limit);
        AtomicLong claimed = new AtomicLong();
        SplittableRandom seeds = new SplittableRandom(seed);
        for (int i = 0; i < workers; i++) {
            SplittableRandom random = seeds.split();
            Thread thread = new Thread(() -> workload.work(jdbcUrl, random, claimed), "workload-" + i);
            thread.setDaemon(true);
            workload.workers.add(thread);
        }
        workload.workers.forEach(Thread::start);
        return workload;
    }

    public long committed() {
        return committed.get();
    }

    /** Transactions that the server asked to run again: deadlocks and serialization failures. */
    public long retried() {
        return retried.get();
    }

    public Pace pace() {
        return pace;
    }

    /** True when a worker met an error; {@link #stop()} throws it. */
    public boolean failed() {
        return failure.get() != null;
    }

    /** Waits for the limit to be reached. @return committed transactions */
    public long finish() throws SQLException, InterruptedException {
        for (Thread worker : workers) {
            worker.join();
        }
        SQLException cause = failure.get();
        if (cause != null) {
            throw cause;
        }
        return committed.get();
    }

    /** Lets each worker end its transaction. @return committed transactions */
    public long stop() throws SQLException, InterruptedException {
        stopping = true;
        return finish();
    }

    /** As {@link #stop()}, for a way out on which errors no longer matter. */
    @Override
    public void close() {
        stopping = true;
        for (Thread worker : workers) {
            try {
                worker.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void work(String jdbcUrl, SplittableRandom random, AtomicLong claimed) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            connection.setAutoCommit(false);
            while (!stopping && claimed.getAndIncrement() < limit) {
                pace.await();
                commitOne(connection, random);
            }
        } catch (SQLException e) {
            failure.compareAndSet(null, e);
            stopping = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void commitOne(Connection connection, SplittableRandom random) throws SQLException {
        while (true) {
            try {
                traffic.transaction(connection, random);
                connection.commit();
                committed.incrementAndGet();
                return;
            } catch (SQLException e) {
                if (!asksForRetry(e)) {
                    throw e;
                }
                connection.rollback();
                retried.incrementAndGet();
            }
        }
    }

    private static boolean asksForRetry(SQLException e) {
        return "40001".equals(e.getSQLState()) || "40P01".equals(e.getSQLState());
    }
}
