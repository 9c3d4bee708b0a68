package io.penstock.chaos;

import io.penstock.model.TableName;
import io.penstock.testkit.SqlFailure;
import io.penstock.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Tables of all sorts that a copy may meet, and a load that changes them under its readers. */
final class CopyTables implements AutoCloseable {
    static final List<TableName> ALL = Stream.of("gaps", "skewed", "plain", "wide", "late", "parted_0", "parted_1")
            .map(t -> new TableName("public", t))
            .toList();

    private static final String[] CREATE = {
        "CREATE TABLE gaps (id bigint PRIMARY KEY, n int NOT NULL, v text)",
        "INSERT INTO gaps SELECT i * 1000000000::bigint, 0, repeat(md5(i::text), 32) FROM generate_series(1, 40000) i",
        "CREATE TABLE skewed (country text, id uuid, n int NOT NULL, v text, PRIMARY KEY (country, id))",
        "INSERT INTO skewed SELECT CASE WHEN i % 20 > 0 THEN 'de' ELSE chr(65 + i % 26) END, md5(i::text)::uuid, 0,"
                + " repeat('x', 500) FROM generate_series(1, 40000) i",
        "CREATE TABLE plain (a int, b text)",
        "ALTER TABLE plain REPLICA IDENTITY FULL",
        "INSERT INTO plain SELECT i % 50, 'row' FROM generate_series(1, 3000) i",
        "CREATE TABLE wide (id int PRIMARY KEY, n int NOT NULL, v text)",
        "ALTER TABLE wide ALTER COLUMN v SET STORAGE EXTERNAL",
        "INSERT INTO wide SELECT i, 0, repeat(i::text, 400000) FROM generate_series(1, 60) i",
        "CREATE TABLE late (id int PRIMARY KEY, v text)",
        "CREATE TABLE parted (id int PRIMARY KEY, n int NOT NULL) PARTITION BY HASH (id)",
        "CREATE TABLE parted_0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
        "CREATE TABLE parted_1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1)",
        "INSERT INTO parted SELECT i, 0 FROM generate_series(1, 20000) i"
    };

    private final TestDatabase source;
    private final Random random;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong transactions = new AtomicLong();
    private final Thread thread = new Thread(this::load, "load");
    private volatile RuntimeException failure;

    CopyTables(TestDatabase source, long seed) {
        this.source = source;
        this.random = new Random(seed);
        for (String sql : CREATE) {
            source.execute(sql);
        }
    }

    void startLoad() {
        thread.start();
    }

    long transactions() {
        return transactions.get();
    }

    private void load() {
        try (Connection session = source.connect();
                Statement statement = session.createStatement()) {
            while (!over.get()) {
                statement.execute(change());
                transactions.incrementAndGet();
            }
        } catch (SQLException e) {
            failure = new SqlFailure("load", e);
        }
    }

    private String change() {
        long gap = (1 + random.nextInt(40_000)) * 1_000_000_000L;
        int wide = 1 + random.nextInt(60);
        int parted = 1 + random.nextInt(20_000);
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> "UPDATE gaps SET n = n + 1 WHERE id = " + gap;
            case 3 -> "DELETE FROM gaps WHERE id = " + gap;
            case 4 ->
                "INSERT INTO gaps VALUES (" + (gap + 1 + random.nextInt(1000)) + ", 7, 'new') ON CONFLICT DO NOTHING";
            case 5 ->
                "UPDATE gaps SET id = (id * 7919) % 40000000000001 WHERE id = " + gap
                        + " AND NOT EXISTS (SELECT FROM gaps g WHERE g.id = (" + gap
                        + "::bigint * 7919) % 40000000000001)";
            case 6, 7 ->
                "UPDATE skewed SET n = n + 1 WHERE country = 'de' AND id = md5('" + random.nextInt(40_000) + "')::uuid";
            case 8 ->
                "UPDATE skewed SET country = chr(65 + n % 26), id = gen_random_uuid() WHERE country = 'de' AND id ="
                        + " md5('" + random.nextInt(40_000) + "')::uuid";
            case 9 ->
                "UPDATE plain SET a = a + 1 WHERE ctid = (SELECT ctid FROM plain WHERE a = " + random.nextInt(50)
                        + " LIMIT 1)";
            case 10 -> "INSERT INTO plain VALUES (" + random.nextInt(50) + ", 'row')";
            case 11 ->
                random.nextInt(4) == 0
                        ? "UPDATE wide SET id = id + 1000 WHERE id = " + wide
                        : "UPDATE wide SET n = n + 1 WHERE id % 1000 = " + wide;
            case 12 -> "UPDATE parted SET n = n + 1 WHERE id BETWEEN " + parted + " AND " + (parted + 3);
            default ->
                random.nextInt(20) == 0
                        ? "TRUNCATE late"
                        : "INSERT INTO late VALUES (" + parted
                                + ", 'late') ON CONFLICT (id) DO UPDATE SET v = late.v || '+'";
        };
    }

    /** @throws RuntimeException once, when the load broke */
    @Override
    public void close() {
        over.set(true);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        RuntimeException broke = failure;
        failure = null;
        if (broke != null) {
            throw broke;
        }
    }
}
