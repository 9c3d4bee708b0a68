package io.penstock.bench;

import io.penstock.demo.workload.Pace;
import io.penstock.demo.workload.Traffic;
import io.penstock.demo.workload.Workload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.SplittableRandom;

/**
 * Tables, rows and transactions of pgbench's built-in script "TPC-B (sort of)" at scale 1 (PostgreSQL documentation,
 * pgbench), so that no pgbench is needed.
 */
final class TpcB implements Traffic {
    static final int ACCOUNTS = 100_000;
    private static final int TELLERS = 10;
    private static final int WORKERS = 8;
    private static final long SEED = 1;

    static final String SET_UP = """
            CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int, filler char(88));
            CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int, filler char(84));
            CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84));
            CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
            INSERT INTO pgbench_branches (bid, bbalance) VALUES (1, 0);
            INSERT INTO pgbench_tellers (tid, bid, tbalance) SELECT i, 1, 0 FROM generate_series(1, 10) i;
            INSERT INTO pgbench_accounts (aid, bid, abalance, filler)
                SELECT i, 1, 0, '' FROM generate_series(1, 100000) i;""";
    static final String TOTALS = """
            SELECT concat_ws(' ', (SELECT count(*) FROM pgbench_history), (SELECT sum(delta) FROM pgbench_history),
                (SELECT sum(abalance) FROM pgbench_accounts), (SELECT sum(tbalance) FROM pgbench_tellers),
                (SELECT sum(bbalance) FROM pgbench_branches))""";

    /** @param transactions to commit, in no particular order */
    static void run(Site site, long transactions) throws Exception {
        // The backlog is the same without waiting for its commits, and sooner made.
        String url = site.sourceUrl() + "&options=-csynchronous_commit=off";
        try (Workload workload = Workload.start(url, new TpcB(), Pace.unlimited(), WORKERS, SEED, transactions)) {
            workload.finish();
        }
    }

    @Override
    public void transaction(Connection connection, SplittableRandom random) throws SQLException {
        int account = 1 + random.nextInt(ACCOUNTS);
        int teller = 1 + random.nextInt(TELLERS);
        int delta = random.nextInt(-5_000, 5_001);
        update(connection, "UPDATE pgbench_accounts SET abalance = abalance + ? WHERE aid = ?", delta, account);
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT abalance FROM pgbench_accounts WHERE aid = ?")) {
            statement.setInt(1, account);
            statement.executeQuery();
        }
        update(connection, "UPDATE pgbench_tellers SET tbalance = tbalance + ? WHERE tid = ?", delta, teller);
        update(connection, "UPDATE pgbench_branches SET bbalance = bbalance + ? WHERE bid = ?", delta, 1);
        update(
                connection,
                "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)" + " VALUES (?, 1, ?, ?, CURRENT_TIMESTAMP)",
                teller,
                account,
                delta);
    }

    static void update(Connection connection, String sql, int... numbers) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < numbers.length; i++) {
                statement.setInt(i + 1, numbers[i]);
            }
            statement.executeUpdate();
        }
    }
}
