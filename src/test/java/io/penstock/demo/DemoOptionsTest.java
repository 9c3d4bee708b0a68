package io.penstock.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DemoOptionsTest {
    @Test
    void defaults_hold_when_nothing_is_said() {
        assertThat(DemoOptions.parse()).isEqualTo(new DemoOptions(false, 200_000, 15, 1));
    }

    @Test
    void all_options_are_read() {
        assertThat(DemoOptions.parse("--keep", "--rows", "5000", "--seconds", "4", "--nodes", "3"))
                .isEqualTo(new DemoOptions(true, 5_000, 4, 3));
    }

    @Test
    void what_is_wrong_is_named() {
        assertThatThrownBy(() -> DemoOptions.parse("--row", "5")).hasMessage("unknown option --row");
        assertThatThrownBy(() -> DemoOptions.parse("--rows", "five"))
                .hasMessage("--rows wants a number from 1000 to 20000000, not five");
        assertThatThrownBy(() -> DemoOptions.parse("--seconds"))
                .hasMessage("--seconds wants a number from 2 to 86400, not nothing");
        assertThatThrownBy(() -> DemoOptions.parse("--rows", "1")).hasMessageContaining("not 1");
        assertThatThrownBy(() -> DemoOptions.parse("--nodes", "9"))
                .hasMessage("--nodes wants a number from 1 to 5, not 9");
    }
}
