package io.penstock.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ByteWindowTest {
    private final ByteWindow window = new ByteWindow(100);

    @Test
    void who_finds_no_room_waits_for_it() throws Exception {
        assertThat(window.take(100, 0)).isTrue();
        FutureTask<Boolean> waiting = new FutureTask<>(() -> window.take(50, 60_000));
        Thread thread = new Thread(waiting);
        thread.start();
        Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        window.give(40);
        Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        assertThat(waiting.isDone()).isFalse();
        window.give(10);
        assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(window.takenBytes()).isEqualTo(100);
    }

    @Test
    void patience_ends_and_nothing_is_taken() throws Exception {
        assertThat(window.take(60, 0)).isTrue();
        assertThat(window.take(60, 20)).isFalse();
        assertThat(window.takenBytes()).isEqualTo(60);
    }

    @Test
    void a_closed_window_lets_nothing_in_and_does_not_make_its_callers_spin() throws Exception {
        window.close();
        long before = System.nanoTime();
        assertThat(window.take(1, 50)).isFalse();
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
    }

    @Test
    void who_waits_can_be_interrupted() throws Exception {
        window.close();
        FutureTask<Boolean> waiting = new FutureTask<>(() -> window.take(1, 60_000));
        Thread thread = new Thread(waiting);
        thread.start();
        Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        Awaitility.await().until(waiting::isDone);
        org.assertj.core.api.Assertions.assertThatThrownBy(waiting::get).hasCauseInstanceOf(InterruptedException.class);
    }
}
