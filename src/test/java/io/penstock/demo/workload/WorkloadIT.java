package io.penstock.demo.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkloadIT {
    private static final int ROWS = 2_000;

    private TestDatabase database;
    private String url;

    @BeforeEach
    void create() throws SQLException {
        database = TestPostgres.shared().createDatabase("workload");
        try (Connection connection = database.connect()) {
            url = connection.getMetaData().getURL() + "?user="
                    + database.server().user() + "&password="
                    + database.server().password();
            ShopSchema.create(connection, ROWS);
        }
    }

    @AfterEach
    void drop() {
        database.dropForce();
    }

    @Test
    void counts_every_transaction_that_was_committed() throws Exception {
        Workload workload = Workload.start(url, new ShopTraffic(ROWS), Pace.unlimited(), 3, 7, 1_500);
        long committed = workload.finish();
        assertThat(committed).isEqualTo(1_500);
        assertThat(database.query("SELECT sum(value) FROM counters").toString()).isEqualTo("[[1500]]");
    }

    @Test
    void stop_ends_all_workers_between_transactions() throws Exception {
        Workload workload = Workload.start(url, new ShopTraffic(ROWS), Pace.perSecond(500), 3, 7);
        while (workload.committed() < 50) {
            Thread.onSpinWait();
        }
        long committed = workload.stop();
        assertThat(database.query("SELECT sum(value) FROM counters").toString()).isEqualTo("[[" + committed + "]]");
    }

    @Test
    void one_worker_with_one_seed_does_the_same_again() throws Exception {
        assertThat(orderTotals()).isNotEqualTo("[[0, 0]]").isEqualTo(orderTotals());
    }

    @Test
    void an_error_ends_the_workload_and_is_told() {
        Workload workload = Workload.start(
                url,
                (connection, random) -> connection.createStatement().execute("SELECT nonsense"),
                Pace.unlimited(),
                2,
                7);
        assertThatThrownBy(workload::finish).isInstanceOf(SQLException.class).hasMessageContaining("nonsense");
    }

    /** Orders that come and go, from one and the same shop: the traffic runs in a copy of it. */
    private String orderTotals() throws Exception {
        TestDatabase copy = TestPostgres.shared().createDatabase("workload");
        try {
            try (Connection connection = copy.connect()) {
                ShopSchema.create(connection, ROWS);
            }
            String there = url.replace(database.name(), copy.name());
            Workload.start(there, new ShopTraffic(ROWS), Pace.unlimited(), 1, 42, 300)
                    .finish();
            return copy.query("SELECT count(*), sum(hashtext(o.id || ' ' || o.total || o.status)) FROM orders o")
                    .toString();
        } finally {
            copy.dropForce();
        }
    }
}
