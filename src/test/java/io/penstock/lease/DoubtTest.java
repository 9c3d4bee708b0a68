package io.penstock.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DoubtTest {
    private final Doubt doubt = new Doubt();
    private long nanos = 1;

    @Test
    void a_node_that_is_left_with_less_than_half_doubts_until_others_come_back() {
        sees(3);
        sees(2);
        assertThat(isThere()).isFalse();
        sees(1);
        assertThat(isThere()).isTrue();
        after(600);
        sees(1);
        assertThat(isThere()).isTrue();
        sees(2);
        assertThat(isThere()).as("leases may still be on their way").isTrue();
        after(20);
        assertThat(isThere()).isFalse();
    }

    @Test
    void losses_that_lie_apart_do_not_add_up() {
        sees(3);
        sees(2);
        after(61);
        sees(2);
        sees(1);
        assertThat(isThere()).isFalse();
    }

    @Test
    void who_leaves_in_order_is_not_missed() {
        sees(3);
        doubt.isLeft(1);
        sees(1);
        assertThat(isThere()).isFalse();
    }

    @Test
    void a_node_that_stood_still_doubts_for_a_minute() {
        sees(3);
        doubt.stalled(nanos);
        assertThat(isThere()).isTrue();
        after(61);
        assertThat(isThere()).isFalse();
    }

    private void sees(int members) {
        doubt.sees(members, nanos);
    }

    private boolean isThere() {
        return doubt.isThere(nanos);
    }

    private void after(int seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }
}
