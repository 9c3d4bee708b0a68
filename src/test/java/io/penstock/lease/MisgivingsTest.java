package io.penstock.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.LoopName;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MisgivingsTest {
    private static final LoopName SHOP = new LoopName("shop");

    private final Misgivings misgivings = new Misgivings();

    @Test
    void a_trouble_that_lasts_is_left_to_others_for_longer_each_time() {
        assertThat(trouble(100, true)).isEqualTo(Duration.ZERO);
        assertThat(trouble(109, true)).isEqualTo(Duration.ZERO);
        assertThat(trouble(111, true)).isEqualTo(Duration.ofMinutes(5));
        assertThat(trouble(1_000, true)).as("a new series").isEqualTo(Duration.ZERO);
        assertThat(trouble(1_011, true)).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void nobody_gives_up_a_loop_that_nobody_else_can_take() {
        assertThat(trouble(100, false)).isEqualTo(Duration.ZERO);
        assertThat(trouble(120, false)).isEqualTo(Duration.ZERO);
    }

    @Test
    void who_has_just_taken_a_loop_gives_up_sooner() {
        assertThat(misgivings.afterTrouble(SHOP, seconds(99), seconds(100), true))
                .isEqualTo(Duration.ZERO);
        assertThat(misgivings.afterTrouble(SHOP, seconds(99), seconds(105), true))
                .isPositive();
    }

    @Test
    void a_contested_loop_is_watched_for_longer_each_time() {
        assertThat(misgivings.doubt(SHOP, false)).isEqualTo(Duration.ZERO);
        assertThat(misgivings.doubt(SHOP, true)).isEqualTo(Duration.ofSeconds(3));
        misgivings.contested(SHOP);
        misgivings.contested(SHOP);
        assertThat(misgivings.doubt(SHOP, false)).isEqualTo(Duration.ofSeconds(6));
        for (int i = 0; i < 100; i++) {
            misgivings.contested(SHOP);
        }
        assertThat(misgivings.doubt(SHOP, false)).isEqualTo(Duration.ofMinutes(5));
        misgivings.settled(SHOP);
        assertThat(misgivings.doubt(SHOP, false)).isEqualTo(Duration.ZERO);
    }

    /** Of a loop that has been held for long. */
    private Duration trouble(int second, boolean others) {
        return misgivings.afterTrouble(SHOP, seconds(0), seconds(second), others);
    }

    private static long seconds(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
