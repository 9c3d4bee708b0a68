package io.penstock.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.LoopName;
import io.penstock.model.Mode;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final LoopName SHOP = new LoopName("shop");

    private final Metrics metrics = new Metrics();

    @Test
    void every_number_is_there_under_its_name_and_loop() {
        LoopMetrics shop = metrics.loop(SHOP);
        shop.rowsApplied(3, 2, 1);
        shop.transactionsApplied(4);
        shop.batchExecuted();
        shop.conflicts(5);
        shop.mode(Mode.FAN);
        shop.modeSwitched();
        shop.bytesInFlight(4096);
        shop.lag(1.5, 2048, 7);
        shop.sourceRetained(16_777_216);
        shop.leaseHeld(true);
        shop.applyFlight(2_000_000);
        shop.commitToVisible(3_000);
        shop.commitToVisible(-3_000);
        shop.failure("RETRYABLE");
        shop.failure("RETRYABLE");
        shop.backfillTables(10, 4);
        shop.backfillRows(123);
        assertThat(metrics.scrape().lines())
                .contains(
                        "penstock_rows_applied_total{kind=\"insert\",loop=\"shop\"} 3.0",
                        "penstock_rows_applied_total{kind=\"update\",loop=\"shop\"} 2.0",
                        "penstock_rows_applied_total{kind=\"delete\",loop=\"shop\"} 1.0",
                        "penstock_transactions_total{loop=\"shop\"} 4.0",
                        "penstock_batches_total{loop=\"shop\"} 1.0",
                        "penstock_conflicts_total{loop=\"shop\"} 5.0",
                        "penstock_mode{loop=\"shop\",mode=\"fan\"} 1.0",
                        "penstock_mode{loop=\"shop\",mode=\"serial\"} 0.0",
                        "penstock_mode_switches_total{loop=\"shop\"} 1.0",
                        "penstock_bytes_in_flight{loop=\"shop\"} 4096.0",
                        "penstock_lag_seconds{loop=\"shop\"} 1.5",
                        "penstock_lag_bytes{loop=\"shop\"} 2048.0",
                        "penstock_lag_transactions{loop=\"shop\"} 7.0",
                        "penstock_source_retained_bytes{loop=\"shop\"} 1.6777216E7",
                        "penstock_lease_held{loop=\"shop\"} 1.0",
                        "penstock_apply_flight_seconds_count{loop=\"shop\"} 1",
                        "penstock_apply_flight_seconds_sum{loop=\"shop\"} 0.002",
                        "penstock_commit_to_visible_seconds_count{loop=\"shop\"} 2",
                        "penstock_commit_to_visible_seconds_bucket{loop=\"shop\",le=\"0.001\"} 1",
                        "penstock_commit_to_visible_seconds_bucket{loop=\"shop\",le=\"0.005\"} 2",
                        "penstock_failures_total{kind=\"retryable\",loop=\"shop\"} 2.0",
                        "penstock_backfill_tables{loop=\"shop\"} 10.0",
                        "penstock_backfill_tables_done{loop=\"shop\"} 4.0",
                        "penstock_backfill_rows_total{loop=\"shop\"} 123.0");
    }

    @Test
    void what_nobody_has_said_is_not_a_number() {
        metrics.loop(SHOP);
        assertThat(metrics.scrape().lines()).contains("penstock_lag_seconds{loop=\"shop\"} NaN");
    }

    @Test
    void a_loop_has_one_set_of_meters_and_takes_it_off() {
        LoopMetrics shop = metrics.loop(SHOP);
        LoopMetrics other = metrics.loop(new LoopName("other"));
        assertThat(metrics.loop(SHOP)).isSameAs(shop);
        shop.failure("final");
        shop.close();
        assertThat(metrics.scrape()).doesNotContain("shop").contains("loop=\"other\"");
        LoopMetrics again = metrics.loop(SHOP);
        assertThat(again).isNotSameAs(shop);
        again.lag(9, 0, 0);
        other.close();
        assertThat(metrics.scrape().lines()).contains("penstock_lag_seconds{loop=\"shop\"} 9.0");
    }
}
