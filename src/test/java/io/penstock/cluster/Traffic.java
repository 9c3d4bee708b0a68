package io.penstock.cluster;

import io.penstock.testkit.Pause;
import io.penstock.testkit.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Random;

/** Small transactions to each schema in turn, at a steady pace, until it is closed. */
final class Traffic implements AutoCloseable {
    private static final int PAUSE_MILLIS = 5;
    private static final int JOIN_MILLIS = 30_000;

    private final Thread thread;
    private volatile boolean ended;
    private volatile Exception failure;

    Traffic(Streams streams) {
        thread = new Thread(() -> run(streams), "traffic");
        thread.start();
    }

    private void run(Streams streams) {
        Random random = new Random(1);
        try (Connection connection = streams.source().connect()) {
            for (long number = 1_000; !ended; number++) {
                String schema = "s" + (1 + number % streams.loops().size());
                Sql.execute(
                        connection,
                        "BEGIN; INSERT INTO " + schema + ".rows VALUES (" + number + ", 'new', 0); UPDATE " + schema
                                + ".rows SET n = n + 1 WHERE id = " + (1 + random.nextInt(500)) + "; DELETE FROM "
                                + schema + ".rows WHERE id = " + (number - 600) + "; INSERT INTO " + schema
                                + ".journal VALUES (" + number + ", 'same'), (7, 'equal'); COMMIT");
                Pause.millis(PAUSE_MILLIS);
            }
        } catch (SQLException | RuntimeException e) {
            failure = e;
        }
    }

    /** Ends after the transaction under way. */
    @Override
    public void close() {
        ended = true;
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new IllegalStateException("the traffic broke", failure);
        }
    }
}
