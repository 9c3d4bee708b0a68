package io.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.bus.LoopStatus;
import io.penstock.model.LoopState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadinessTest {
    private static final LoopStatus.Failure ERROR =
            new LoopStatus.Failure("server refused", "source", "start it", null);

    private long now = 1_000_000;
    private final Readiness readiness = new Readiness(() -> now);

    @Test
    void a_loop_that_is_caught_up_need_not_move() {
        LoopStatus idle = loop(LoopState.RUNNING, 0.0, "16/1", 0);

        assertThat(why(idle)).isNull();
        now += 3_600_000;
        assertThat(why(idle)).isNull();
    }

    @Test
    void a_loop_that_is_behind_must_move() {
        LoopStatus behind = loop(LoopState.RUNNING, 600.0, "16/1", 0);

        assertThat(why(behind)).isNull();
        now += Readiness.STILL_MILLIS_AT_MOST - 1;
        assertThat(why(behind)).isNull();
        now += 1;
        assertThat(why(behind)).isEqualTo("nothing has moved for 30 s: it is 600 s behind");
        assertThat(why(loop(LoopState.RUNNING, 600.0, "16/2", 0))).isNull();
        now += Readiness.STILL_MILLIS_AT_MOST;
        // Inside of one huge transaction the consistent point stands, but rows arrive.
        assertThat(why(loop(LoopState.RUNNING, 600.0, "16/2", 5))).isNull();
    }

    @Test
    void lag_that_nobody_knows_is_not_small() {
        assertThat(why(loop(LoopState.RUNNING, null, "16/1", 0))).isNull();
        now += Readiness.STILL_MILLIS_AT_MOST;
        assertThat(why(loop(LoopState.RUNNING, null, "16/1", 0))).contains("is not known");
    }

    @ParameterizedTest
    @EnumSource(names = {"LEASED", "RESTORING", "DRAINING"})
    void passing_states_pass(LoopState state) {
        assertThat(why(loop(state, null, null, 0))).isNull();
        now += Readiness.STILL_MILLIS_AT_MOST;
        assertThat(why(loop(state, null, null, 0))).isEqualTo("nothing has moved for 30 s: it is " + state);
    }

    @ParameterizedTest
    @EnumSource(names = {"PAUSED", "STOPPED", "WAITING"})
    void what_is_wanted_is_ready(LoopState state) {
        now += 3_600_000;
        assertThat(why(loop(state, null, null, 0))).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILED", "FENCED", "WAITING"})
    void what_cannot_move_says_why(LoopState state) {
        LoopStatus failed = ScriptedLoop.status("shop", state, null, null, 0, ERROR);

        assertThat(why(failed)).endsWith(": server refused; start it");
    }

    @Test
    void a_loop_that_came_back_is_seen_anew() {
        LoopStatus behind = loop(LoopState.RUNNING, 600.0, "16/1", 0);
        assertThat(why(behind)).isNull();
        readiness.judge(List.of());
        now += Readiness.STILL_MILLIS_AT_MOST;
        assertThat(why(behind)).isNull();
    }

    private static LoopStatus loop(LoopState state, Double lagSeconds, String point, long rows) {
        return ScriptedLoop.status("shop", state, lagSeconds, point, rows, null);
    }

    private String why(LoopStatus loop) {
        return readiness.judge(List.of(loop)).get(0).why();
    }
}
