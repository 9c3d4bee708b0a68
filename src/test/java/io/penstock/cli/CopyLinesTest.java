package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.bus.CopyPace;
import io.penstock.bus.LoopStatus.Backfill;
import io.penstock.bus.LoopStatus.TableProgress;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyLinesTest {
    @Test
    void each_table_has_its_bar_pace_and_time() {
        Backfill copy = new Backfill(
                Backfill.State.RUNNING,
                5,
                2,
                1_200_000,
                3_000_000L,
                600_000_000,
                CopyPace.of(1_200_000, 600_000_000, 60, 1_800_000),
                List.of(
                        new TableProgress(
                                "public.orders", 250_000, 1_000_000L, 9, CopyPace.of(250_000, 9, 10, 750_000), 5, 2, 0),
                        new TableProgress("public.log", 8, null, 9, CopyPace.of(8, 9, 10, -1), 0, 1, 3),
                        new TableProgress("public.new", 0, 10L, 0, CopyPace.NONE, 0, 1, 0)));
        assertThat(CopyLines.of(copy))
                .containsExactly(
                        "copying: 2 of 5 tables, 1,200,000 of about 3,000,000 rows, 20,000 rows/s, 10.0 MB/s,"
                                + " about 1 min 30 s left",
                        "  public.orders  [#####...............] 25 %, 250,000 rows, 25,000 rows/s, 0.0 MB/s,"
                                + " about 30 s left, 5 chunks done, 2 in flight",
                        "  public.log     8 rows, 1 rows/s, 0.0 MB/s, 0 chunks done, 1 in flight, 3 read again",
                        "  public.new     [....................] 0 %, 0 rows, 0 chunks done, 1 in flight");
    }

    @Test
    void a_table_whose_statistics_are_too_low_is_not_done_before_it_is() {
        TableProgress table = new TableProgress("public.t", 500, 100L, 9, CopyPace.of(500, 9, 10, 0), 1, 1, 0);
        Backfill copy =
                new Backfill(Backfill.State.RUNNING, 1, 0, 500, 100L, 9, CopyPace.of(500, 9, 10, 0), List.of(table));
        assertThat(CopyLines.of(copy).get(1)).contains("[###################.] 99 %");
    }

    @Test
    void an_ended_copy_has_no_line() {
        assertThat(CopyLines.of(new Backfill(Backfill.State.DONE, 5, 5, 10, 10L)))
                .isEmpty();
        assertThat(CopyLines.of(Backfill.NONE)).isEmpty();
    }
}
