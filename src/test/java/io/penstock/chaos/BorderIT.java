package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Eventually;
import io.penstock.testkit.Pause;
import io.penstock.testkit.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law 1: in serial mode a reader of the target sees commit borders of the source and nothing else. */
class BorderIT {
    private static final int ACCOUNTS = 500;
    private static final int MONEY_EACH = 1_000;
    private static final int SECONDS = 10;
    private static final int LOOKS_PER_SECOND = 100;
    /** Below this the reader saw so few states that it proves nothing. */
    private static final int STATES_AT_LEAST = 50;

    @TempDir
    Path directory;

    @Test
    void the_sum_of_all_accounts_never_moves() {
        try (Pair pair = new Pair("border", directory, "accounts")) {
            pair.source()
                    .execute("CREATE TABLE accounts (id integer PRIMARY KEY, money bigint, moves bigint NOT NULL)");
            pair.source()
                    .execute("INSERT INTO accounts SELECT i, " + MONEY_EACH + ", 0 FROM generate_series(1, " + ACCOUNTS
                            + ") i");
            pair.config().set("mode", "serial");
            pair.start();
            Queue<List<String>> seen = new ConcurrentLinkedQueue<>();
            try (Workers workers = new Workers()) {
                for (int i = 0; i < 3; i++) {
                    workers.add("transfer " + i, pair.source(), BorderIT::transfer);
                }
                workers.add("reader", pair.target(), c -> {
                    seen.addAll(Sql.query(c, "SELECT sum(money), count(*), sum(moves) FROM accounts"));
                    Pause.millis(3);
                });
                Pause.millis(SECONDS * 1_000L);
                // A busy machine looks less often: then it takes longer to have seen as much.
                Eventually.becomes("looks", Duration.ofMinutes(2), seen::size, n -> n > SECONDS * LOOKS_PER_SECOND);
            }
            String whole = Integer.toString(ACCOUNTS * MONEY_EACH);
            assertThat(seen)
                    .as("sum and number of accounts")
                    .allSatisfy(
                            row -> assertThat(row.subList(0, 2)).isEqualTo(List.of(whole, Integer.toString(ACCOUNTS))));
            assertThat(seen.stream().map(row -> row.get(2)).distinct().count())
                    .as("different states seen")
                    .isGreaterThan(STATES_AT_LEAST);
            assertThat(pair.settle(Duration.ofMinutes(2)).toString()).isEqualTo("1 tables are equal");
        }
    }

    /** Moves money between a few accounts; now and then an account is closed and opened again under the same number. */
    private static void transfer(Connection connection) throws SQLException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        boolean closes = random.nextInt(10) == 0;
        StringBuilder sql = new StringBuilder("BEGIN;");
        if (closes) {
            // A transfer that waits for the old row would not find the new one, and money would be lost on the source.
            sql.append(" LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE;");
        }
        int base = 1 + random.nextInt(ACCOUNTS - 10);
        // In the order of keys, so that the transfers do not lock each other out.
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            int amount = random.nextInt(50);
            move(sql, base + 2 * i, -amount);
            move(sql, base + 2 * i + 1, amount);
        }
        if (closes) {
            int closed = base + 9;
            sql.append(" WITH gone AS (DELETE FROM accounts WHERE id = ")
                    .append(closed)
                    .append(
                            " RETURNING *) SELECT set_config('border.money', (SELECT money || ',' || moves FROM gone), true);")
                    .append(" INSERT INTO accounts SELECT ")
                    .append(closed)
                    .append(", split_part(m, ',', 1)::bigint, split_part(m, ',', 2)::bigint + 1")
                    .append(" FROM current_setting('border.money') m;");
        }
        Sql.execute(connection, sql.append(" COMMIT").toString());
    }

    private static void move(StringBuilder sql, int account, int amount) {
        sql.append(" UPDATE accounts SET money = money + (")
                .append(amount)
                .append("), moves = moves + 1 WHERE id = ")
                .append(account)
                .append(';');
    }
}
