package io.penstock.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.config.ModeSetting;
import io.penstock.model.Mode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ModeChoiceTest {
    private static final Duration WINDOW = Duration.ofSeconds(40);
    private static final long DWELL = 4_000;

    private final ModeChoice choice = new ModeChoice(ModeSetting.AUTO, WINDOW, Mode.SERIAL);

    @Test
    void a_window_of_zero_means_never() {
        ModeChoice never = new ModeChoice(ModeSetting.AUTO, Duration.ZERO, Mode.SERIAL);
        assertThat(never.choose(0, Long.MAX_VALUE, false)).isEqualTo(Mode.SERIAL);
        assertThat(never.choose(1_000_000, Long.MAX_VALUE, false)).isEqualTo(Mode.SERIAL);
    }

    @Test
    void copying_is_fan_in_auto_only() {
        assertThat(choice.choose(0, 0, true)).isEqualTo(Mode.FAN);
        choice.setting(ModeSetting.SERIAL);
        assertThat(choice.choose(0, 0, true)).isEqualTo(Mode.SERIAL);
    }

    @Test
    void a_lag_has_to_hold_before_the_mode_changes() {
        assertThat(choice.choose(0, 40_000, false)).isEqualTo(Mode.SERIAL);
        assertThat(choice.choose(DWELL - 1, 41_000, false)).isEqualTo(Mode.SERIAL);
        assertThat(choice.choose(DWELL, 41_000, false)).isEqualTo(Mode.FAN);
    }

    @Test
    void a_lag_that_falls_in_between_starts_the_wait_anew() {
        choice.choose(0, 40_000, false);
        choice.choose(1_000, 39_999, false);
        assertThat(choice.choose(DWELL, 40_000, false)).isEqualTo(Mode.SERIAL);
        assertThat(choice.choose(2 * DWELL, 40_000, false)).isEqualTo(Mode.FAN);
    }

    @Test
    void fan_is_left_only_below_a_quarter_of_the_window() {
        choice.choose(0, 40_000, false);
        choice.choose(DWELL, 40_000, false);
        assertThat(choice.choose(20_000, 10_001, false)).isEqualTo(Mode.FAN);
        assertThat(choice.choose(40_000, 10_001, false)).isEqualTo(Mode.FAN);
        assertThat(choice.choose(50_000, 10_000, false)).isEqualTo(Mode.FAN);
        assertThat(choice.choose(50_000 + DWELL, 10_000, false)).isEqualTo(Mode.SERIAL);
    }

    @Test
    void a_lag_that_swings_round_one_threshold_changes_nothing() {
        int changes = 0;
        Mode mode = Mode.SERIAL;
        for (int second = 0; second < 10_000; second++) {
            Mode now = choice.choose(second * 1000L, second % 2 == 0 ? 40_500 : 39_500, false);
            changes += now == mode ? 0 : 1;
            mode = now;
        }
        assertThat(changes).isZero();
    }

    @Test
    void the_operator_decides_at_once() {
        choice.setting(ModeSetting.FAN);
        assertThat(choice.choose(0, 0, false)).isEqualTo(Mode.FAN);
        choice.setting(ModeSetting.SERIAL);
        assertThat(choice.choose(1, 1_000_000, false)).isEqualTo(Mode.SERIAL);
    }
}
