package io.penstock.http;

import io.penstock.bus.LoopStatus;
import io.penstock.model.LoopName;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Says which loops move. A loop that should move and has work moves when its consistent point, its applied rows or its
 * copied rows are others than {@link #STILL_MILLIS_AT_MOST} ago. Not thread-safe: it lives with its verticle.
 */
final class Readiness {
    static final long STILL_MILLIS_AT_MOST = 30_000;
    /** Up to here a loop is as good as caught up, and need not be seen moving. */
    static final double LAG_SECONDS_SMALL = 10;

    private final LongSupplier clockMillis;
    private final Map<LoopName, Seen> seen = new HashMap<>();

    /** @param clockMillis any clock that only goes forward, in milliseconds */
    Readiness(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    /** One verdict a loop; remembers what it saw for the next call. */
    List<Verdict> judge(List<LoopStatus> loops) {
        seen.keySet().retainAll(loops.stream().map(LoopStatus::name).toList());
        return loops.stream().map(this::judge).toList();
    }

    private Verdict judge(LoopStatus loop) {
        long stillMillis = stillMillis(loop);
        String why =
                switch (loop.state()) {
                    case RUNNING -> isCaughtUp(loop) ? null : still(stillMillis, lag(loop));
                    case LEASED, RESTORING, DRAINING -> still(stillMillis, "it is " + loop.state());
                    // An operator wanted these.
                    case PAUSED, STOPPED -> null;
                    // Without an error, another node holds the loop.
                    case WAITING -> loop.error() == null ? null : "it waits to try again";
                    case FAILED -> "it failed";
                    case FENCED -> "another node has taken over";
                };
        return new Verdict(loop, why == null ? null : why + reason(loop));
    }

    private static boolean isCaughtUp(LoopStatus loop) {
        return loop.lagSeconds() != null && loop.lagSeconds() <= LAG_SECONDS_SMALL;
    }

    private static String still(long stillMillis, String otherwise) {
        return stillMillis < STILL_MILLIS_AT_MOST
                ? null
                : "nothing has moved for " + stillMillis / 1000 + " s: " + otherwise;
    }

    private static String lag(LoopStatus loop) {
        return loop.lagSeconds() == null
                ? "how far it is behind is not known"
                : "it is " + Math.round(loop.lagSeconds()) + " s behind";
    }

    private static String reason(LoopStatus loop) {
        LoopStatus.Failure error = loop.error();
        return error == null ? "" : ": " + error.what() + (error.remedy() == null ? "" : "; " + error.remedy());
    }

    /** How long the loop has been as it is now, in milliseconds. */
    private long stillMillis(LoopStatus loop) {
        long now = clockMillis.getAsLong();
        Seen current = new Seen(
                List.of(
                        loop.state(),
                        Objects.requireNonNullElse(loop.consistentPoint(), ""),
                        loop.rowsApplied(),
                        loop.backfill()),
                now);
        Seen before = seen.get(loop.name());
        if (before == null || !before.marks().equals(current.marks())) {
            seen.put(loop.name(), current);
            return 0;
        }
        return now - before.atMillis();
    }

    /** @param marks what changes when a loop moves */
    private record Seen(List<Object> marks, long atMillis) {}

    /** @param why it is not ready, or null */
    record Verdict(LoopStatus loop, String why) {
        boolean ready() {
            return why == null;
        }

        JsonObject toJson() {
            return new JsonObject()
                    .put("name", loop.name().text())
                    .put("state", loop.state().name())
                    .put("ready", ready())
                    .put("why", why);
        }
    }
}
