package io.penstock.lease;

import io.penstock.model.LoopName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What this node has learned of its own chances with each loop. */
final class Misgivings {
    /** A trouble that is over sooner is no reason to move. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** For a node that has just taken the loop, and may have been a bad choice. */
    private static final Duration PATIENCE_FRESH = Duration.ofSeconds(4);
    /** Two troubles farther apart have nothing to do with each other. */
    private static final Duration SERIES = Duration.ofSeconds(30);

    private static final Duration UNFIT_FIRST = Duration.ofMinutes(5);
    private static final Duration UNFIT_AT_MOST = Duration.ofHours(4);
    private static final Duration LOOK_FIRST = Duration.ofSeconds(3);
    private static final Duration LOOK_AT_MOST = Duration.ofMinutes(5);
    private static final int DOUBLINGS_AT_MOST = 16;

    private final Map<LoopName, Trouble> troubles = new ConcurrentHashMap<>();
    private final Map<LoopName, Integer> contests = new ConcurrentHashMap<>();

    /** @param givenUp how often, since the node started */
    private record Trouble(long firstNanos, long lastNanos, int givenUp) {}

    /**
     * @param others whether another node may do better
     * @return how long this node should not try; zero when it should go on
     */
    Duration afterTrouble(LoopName loop, long acquiredNanos, long now, boolean others) {
        Trouble known = troubles.get(loop);
        int givenUp = known == null ? 0 : known.givenUp();
        boolean series = known != null && now - known.lastNanos() < SERIES.toNanos();
        long first = series ? known.firstNanos() : now;
        Duration patience = now - acquiredNanos < SERIES.toNanos() ? PATIENCE_FRESH : PATIENCE;
        boolean giveUp = others && now - first > patience.toNanos();
        troubles.put(loop, new Trouble(first, now, giveUp ? givenUp + 1 : givenUp));
        return giveUp ? doubled(UNFIT_FIRST, givenUp, UNFIT_AT_MOST) : Duration.ZERO;
    }

    /** Another reign was there that has nothing to do with our lease. */
    void contested(LoopName loop) {
        contests.merge(loop, 1, Integer::sum);
    }

    void settled(LoopName loop) {
        contests.remove(loop);
    }

    /** How long to watch for another reign before beginning one; zero for not at all. */
    Duration doubt(LoopName loop, boolean node) {
        int contested = contests.getOrDefault(loop, node ? 1 : 0);
        return contested == 0 ? Duration.ZERO : doubled(LOOK_FIRST, contested - 1, LOOK_AT_MOST);
    }

    private static Duration doubled(Duration first, int times, Duration most) {
        Duration longer = first.multipliedBy(1L << Math.min(times, DOUBLINGS_AT_MOST));
        return longer.compareTo(most) > 0 ? most : longer;
    }
}
