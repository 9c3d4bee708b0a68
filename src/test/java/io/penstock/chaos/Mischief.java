package io.penstock.chaos;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Decides which call fails: at each call site one call fails before it is made, and a later one after it has succeeded,
 * so that its effect is there but the caller does not know. Which ones is drawn from a seed. Thread-safe.
 */
final class Mischief {
    private static final int LONGEST_WAIT_CALLS = 3;

    /** What happens to one call. */
    enum Fate {
        SPARED,
        FAILS_BEFORE,
        FAILS_AFTER
    }

    private final long seed;
    private final Map<String, Plan> plans = new TreeMap<>();

    Mischief(long seed) {
        this.seed = seed;
    }

    /**
     * Counts one call.
     *
     * @param seldom the site is passed so rarely (once a reign, or once a loop) that no call can be let by
     */
    synchronized Fate next(String site, boolean seldom) {
        return plans.computeIfAbsent(site, s -> new Plan(seldom ? null : new Random(seed ^ s.hashCode())))
                .next();
    }

    /** Call sites seen of which not both failures have happened yet. */
    synchronized String owed() {
        StringBuilder owed = new StringBuilder();
        plans.forEach((site, plan) -> owed.append(plan.isDone() ? "" : site + " after " + plan.calls + " calls; "));
        return owed.toString();
    }

    synchronized int failures() {
        return plans.values().stream().mapToInt(plan -> plan.failures).sum();
    }

    @Override
    public synchronized String toString() {
        return "seed " + seed + ", " + failures() + " failures at " + plans.keySet();
    }

    private static final class Plan {
        private final int before;
        private final int after;
        private int calls;
        private int failures;

        private Plan(Random random) {
            before = 1 + (random == null ? 0 : random.nextInt(LONGEST_WAIT_CALLS));
            after = before + 1 + (random == null ? 0 : random.nextInt(LONGEST_WAIT_CALLS));
        }

        private Fate next() {
            calls++;
            if (calls != before && calls != after) {
                return Fate.SPARED;
            }
            failures++;
            return calls == before ? Fate.FAILS_BEFORE : Fate.FAILS_AFTER;
        }

        private boolean isDone() {
            return calls >= after;
        }
    }
}
