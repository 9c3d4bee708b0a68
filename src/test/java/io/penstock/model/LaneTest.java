package io.penstock.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneTest {
    @Test
    void every_lane_comes_back_from_its_id() {
        assertThat(Lane.parse("serial")).isEqualTo(Lane.SERIAL);
        assertThat(Lane.parse("barrier")).isEqualTo(Lane.BARRIER);
        for (int i : new int[] {0, 7, 255, Integer.MAX_VALUE}) {
            assertThat(Lane.parse(Lane.shard(i).id())).isEqualTo(Lane.shard(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Serial", "shard", "shard-", "shard-01", "shard-+1", "shard--1", "shard-99999999999"})
    void other_text_is_refused_and_quoted(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Lane.parse(text))
                .withMessageContaining("\"" + text + "\"");
    }
}
