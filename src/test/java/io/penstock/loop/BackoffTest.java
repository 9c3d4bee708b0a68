package io.penstock.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofSeconds(10), new Random(7));

    @Test
    void doubles_up_to_its_limit() {
        long[] steps = {500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000};
        for (long step : steps) {
            assertThat(backoff.nextMillis()).isBetween(step / 2, step);
        }
    }

    @Test
    void begins_anew_after_a_success() {
        for (int i = 0; i < 100; i++) {
            backoff.nextMillis();
        }
        backoff.succeeded();
        assertThat(backoff.nextMillis()).isLessThanOrEqualTo(500);
    }
}
