package io.penstock.chaos;

import io.penstock.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Threads with a session each that repeat something until they are closed; what breaks one of them is not lost. */
final class Workers implements AutoCloseable {
    private static final int JOIN_MILLIS = 30_000;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean ended;

    /** One round of a worker. */
    interface Round {
        void run(Connection connection) throws SQLException;
    }

    void add(String name, TestDatabase database, Round round) {
        Thread thread = new Thread(
                () -> {
                    try (Connection connection = database.connect()) {
                        while (!ended) {
                            round.run(connection);
                        }
                    } catch (SQLException | RuntimeException e) {
                        failure.compareAndSet(null, e);
                    }
                },
                name);
        threads.add(thread);
        thread.start();
    }

    @Override
    public void close() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join(JOIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a worker broke: " + failure.get().getMessage(), failure.get());
        }
    }
}
