package io.penstock.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class WindowTest {
    private final Window window = new Window(100);

    @Test
    void it_fills_to_the_last_byte_and_no_further() {
        assertThat(window.tryTake(60)).isTrue();
        assertThat(window.tryTake(41)).isFalse();
        assertThat(window.tryTake(40)).isTrue();
        assertThat(window.tryTake(1)).isFalse();
        assertThat(window.takenBytes()).isEqualTo(100);
        window.give(60);
        assertThat(window.tryTake(60)).isTrue();
    }

    @Test
    void what_is_larger_than_all_of_it_goes_alone() {
        assertThat(window.tryTake(1)).isTrue();
        assertThat(window.tryTake(1_000)).isFalse();
        window.give(1);
        assertThat(window.tryTake(1_000)).isTrue();
        assertThat(window.tryTake(1)).isFalse();
        assertThat(window.tryTake(Long.MAX_VALUE)).isFalse();
        window.give(1_000);
        assertThat(window.tryTake(1)).isTrue();
    }

    @Test
    void mistakes_are_shown() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Window(0));
        assertThatIllegalStateException().isThrownBy(() -> window.give(1)).withMessageContaining("of 0 taken");
    }
}
