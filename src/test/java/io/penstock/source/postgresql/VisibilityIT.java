package io.penstock.source.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testkit.Sql;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.sql.Connection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class VisibilityIT {
    private static final int A_MOMENT_MILLIS = 200;

    /** Its commit is in the log long before: here it is not, which looks the same to everybody else. */
    @Test
    void what_others_do_not_see_yet_is_waited_for() throws Exception {
        TestDatabase database = TestPostgres.shared().createDatabase("visibility");
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try (Connection writing = database.connect();
                Connection reading = database.connect()) {
            Sql.execute(writing, "BEGIN; CREATE TABLE t (id int)");
            int xid = (int) Long.parseLong(
                    Sql.query(writing, "SELECT txid_current()").get(0).get(0));
            Future<Boolean> seen = reader.submit(() -> {
                Visibility.await(reading, xid);
                return Sql.query(reading, "SELECT to_regclass('public.t')")
                                .get(0)
                                .get(0)
                        != null;
            });
            assertThatThrownBy(() -> seen.get(A_MOMENT_MILLIS, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            Sql.execute(writing, "COMMIT");
            assertThat(seen.get(10, TimeUnit.SECONDS)).isTrue();
            // Old ones, the first of all among them, are not waited for.
            Visibility.await(reading, xid - 1);
            Visibility.await(reading, 3);
        } finally {
            reader.shutdownNow();
            database.dropForce();
        }
    }
}
