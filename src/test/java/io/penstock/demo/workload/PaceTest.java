package io.penstock.demo.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
    @Test
    void gives_out_no_more_moments_than_the_rate() throws Exception {
        Pace pace = Pace.perSecond(200);
        long start = System.nanoTime();
        for (int i = 0; i < 41; i++) {
            pace.await();
        }
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
    }

    @Test
    void a_stall_is_not_followed_by_a_flood() throws Exception {
        Pace pace = Pace.perSecond(200);
        pace.await();
        TimeUnit.MILLISECONDS.sleep(700);
        long start = System.nanoTime();
        // A quarter of a second may be caught up on: 50 moments. All that was missed would be 140.
        for (int i = 0; i < 91; i++) {
            pace.await();
        }
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(190));
    }

    @Test
    void refuses_a_rate_that_is_none() {
        assertThatThrownBy(() -> Pace.perSecond(0)).hasMessageContaining("more than 0");
        assertThatThrownBy(() -> Pace.perSecond(Double.NaN)).hasMessageContaining("more than 0");
    }
}
