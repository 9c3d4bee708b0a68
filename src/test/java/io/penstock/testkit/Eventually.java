package io.penstock.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.ThrowingRunnable;

/** Waits for something to become true, and says what was seen last when it does not. */
public final class Eventually {
    public static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(50);

    private Eventually() {}

    /** Waits until a value is as wanted. @return that value */
    public static <T> T becomes(String what, Duration limit, Callable<T> value, Predicate<? super T> wanted) {
        AtomicReference<Object> last = new AtomicReference<>("nothing yet");
        return becomes(what, limit, value, wanted, last::get, last);
    }

    public static <T> T becomes(String what, Callable<T> value, Predicate<? super T> wanted) {
        return becomes(what, DEFAULT_LIMIT, value, wanted);
    }

    public static void isTrue(String what, Duration limit, Callable<Boolean> condition) {
        becomes(what, limit, condition, b -> b);
    }

    public static void isTrue(String what, Callable<Boolean> condition) {
        isTrue(what, DEFAULT_LIMIT, condition);
    }

    /** Waits until an action or an assertion stops throwing. */
    public static void succeeds(String what, Duration limit, ThrowingRunnable action) {
        Awaitility.await(what)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .atMost(limit)
                .untilAsserted(() -> {
                    try {
                        action.run();
                    } catch (RuntimeException e) {
                        throw new AssertionError(e.getMessage(), e);
                    }
                });
    }

    public static void succeeds(String what, ThrowingRunnable action) {
        succeeds(what, DEFAULT_LIMIT, action);
    }

    private static <T> T becomes(
            String what,
            Duration limit,
            Callable<T> value,
            Predicate<? super T> wanted,
            Supplier<Object> seen,
            AtomicReference<Object> last) {
        AtomicReference<T> found = new AtomicReference<>();
        try {
            Awaitility.await(what)
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(limit)
                    .until(() -> {
                        T now = value.call();
                        last.set(now);
                        found.set(now);
                        return wanted.test(now);
                    });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(what + ": not within " + limit.toMillis() + " ms; last seen: " + seen.get(), e);
        }
        return found.get();
    }
}
