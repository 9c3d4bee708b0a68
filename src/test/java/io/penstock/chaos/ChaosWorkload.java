package io.penstock.chaos;

import io.penstock.testkit.Pause;
import io.penstock.testkit.Sql;
import io.penstock.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Writes to the source, from two threads, until it is closed: everything that the stream can carry, in seeded order. */
final class ChaosWorkload implements AutoCloseable {
    private static final int BIG_ROWS = 200_000;
    private static final String UNIQUE_VIOLATION = "23505";
    private static final int JOIN_MILLIS = 120_000;

    private final AtomicLong transactions = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads;
    private volatile boolean ended;

    ChaosWorkload(TestDatabase source, long seed) {
        threads = List.of(
                thread("mixed", source, new Random(seed), ChaosWorkload::mixed),
                thread("append", source, new Random(seed + 1), ChaosWorkload::append));
        threads.forEach(Thread::start);
    }

    /** The statements of one transaction. */
    private interface Script {
        String next(Random random, long number);
    }

    private Thread thread(String name, TestDatabase source, Random random, Script script) {
        return new Thread(
                () -> {
                    try (Connection connection = source.connect()) {
                        for (long number = 0; !ended; number++) {
                            attempt(connection, script.next(random, number));
                            Pause.millis(random.nextInt(8));
                        }
                    } catch (SQLException | RuntimeException e) {
                        failure.compareAndSet(null, e);
                    }
                },
                "workload " + name);
    }

    /** Keys that move may meet; then the source refuses the transaction, which is as good as any other. */
    private void attempt(Connection connection, String sql) throws SQLException {
        try {
            Sql.execute(connection, sql);
            transactions.incrementAndGet();
        } catch (SQLException e) {
            if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw e;
            }
            Sql.execute(connection, "ROLLBACK");
        }
    }

    long transactions() {
        return transactions.get();
    }

    /** One transaction larger than anything that is kept in memory, with updates of its own rows, half of it undone. */
    static void bigTransaction(TestDatabase source) {
        source.execute("BEGIN; INSERT INTO mass SELECT i, 'mass ' || i, 0 FROM generate_series(1, " + BIG_ROWS + ") i;"
                + " UPDATE mass SET n = 1 WHERE id % 10 = 0; SAVEPOINT s; DELETE FROM mass WHERE id % 2 = 0;"
                + " ROLLBACK TO s; DELETE FROM mass WHERE id % 7 = 0; COMMIT");
    }

    /** Inserts only: the witnesses on the target count each effect of these rows. */
    private static String append(Random random, long number) {
        StringBuilder sql = new StringBuilder("BEGIN;");
        int rows = 1 + random.nextInt(20);
        sql.append(" INSERT INTO events SELECT ")
                .append(number * 100)
                .append(" + i, 'e' || i FROM generate_series(1, ")
                .append(rows)
                .append(") i;");
        // Keyless and full of equal rows: nothing but exact counting gets this right.
        sql.append(" INSERT INTO journal SELECT ")
                .append(number % 50)
                .append(", 'same' FROM generate_series(1, ")
                .append(1 + random.nextInt(5))
                .append(");");
        return sql.append(random.nextInt(10) == 0 ? " ROLLBACK" : " COMMIT").toString();
    }

    private static String mixed(Random random, long number) {
        StringBuilder sql = new StringBuilder("BEGIN;");
        int changes = 1 + random.nextInt(12);
        for (int i = 0; i < changes; i++) {
            sql.append(' ').append(change(random, number * 100 + i)).append(';');
        }
        if (random.nextInt(4) == 0) {
            sql.append(" SAVEPOINT a; ")
                    .append(change(random, number * 100 + 50))
                    .append("; ROLLBACK TO a; ")
                    .append(change(random, number * 100 + 51))
                    .append(";");
        }
        return sql.append(random.nextInt(12) == 0 ? " ROLLBACK" : " COMMIT").toString();
    }

    private static String change(Random random, long fresh) {
        int key = 1 + random.nextInt(2_000);
        return switch (random.nextInt(14)) {
            case 0, 1 ->
                "INSERT INTO accounts VALUES (" + (1_000_000 + fresh) + ", 'new', " + random.nextInt(999) + ", NULL)";
            case 2, 3, 4 -> "UPDATE accounts SET amount = amount + 1 WHERE id = " + key;
            case 5 -> "UPDATE accounts SET id = " + (100_000_000 + fresh) + " WHERE id = " + key;
            case 6 -> "DELETE FROM accounts WHERE id = (SELECT max(id) FROM accounts)";
            case 7 -> "UPDATE documents SET version = version + 1 WHERE id = " + (1 + random.nextInt(50));
            case 8 ->
                "UPDATE documents SET body = repeat(md5('" + fresh + "'), 150) WHERE id = " + (1 + random.nextInt(50));
            case 9 ->
                "INSERT INTO bag VALUES (" + random.nextInt(10) + ", " + (random.nextBoolean() ? "NULL" : "'b1'") + ")";
            case 10 ->
                "DELETE FROM bag WHERE ctid = (SELECT ctid FROM bag WHERE a = " + random.nextInt(10) + " LIMIT 1)";
            case 11 -> "UPDATE bag SET a = a + 1 WHERE ctid = (SELECT ctid FROM bag WHERE a < 9 LIMIT 1)";
            case 12 ->
                random.nextInt(8) == 0 ? "TRUNCATE scratch" : "UPDATE accounts SET id = id + 1 WHERE id > 100000000";
            default ->
                "INSERT INTO scratch VALUES (" + random.nextInt(500) + ", 'v" + fresh
                        + "') ON CONFLICT (id) DO UPDATE SET v = excluded.v";
        };
    }

    /** Ends after the transactions under way. */
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
            throw new IllegalStateException(
                    "the workload broke: " + failure.get().getMessage(), failure.get());
        }
    }
}
