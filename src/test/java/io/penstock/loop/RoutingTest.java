package io.penstock.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.model.Lane;
import io.penstock.model.Mode;
import io.penstock.model.TableName;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutingTest {
    @Test
    void comes_back_from_its_text() {
        Routing routing = new Routing(
                Mode.FAN,
                1,
                3,
                "public.* in penstock_shop",
                Map.of(new TableName("public", "a.b"), "public.a", new TableName("Odd \"one", "t"), "public.a"));
        assertThat(Routing.parse(routing.text())).isEqualTo(routing);
        assertThat(Routing.parse(null)).isNull();
    }

    @Test
    void is_never_guessed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Routing.parse("{}"))
                .withMessageContaining("{}");
        assertThatIllegalArgumentException().isThrownBy(() -> Routing.parse("fan:3"));
    }

    @Test
    void fan_has_its_shards_and_a_barrier_and_serial_one_lane() {
        assertThat(new Routing(Mode.FAN, 1, 2, "", Map.of()).lanes())
                .containsExactly(Lane.shard(0), Lane.shard(1), Lane.BARRIER);
        assertThat(new Routing(Mode.SERIAL, 1, 0, "", Map.of()).lanes()).containsExactly(Lane.SERIAL);
    }
}
