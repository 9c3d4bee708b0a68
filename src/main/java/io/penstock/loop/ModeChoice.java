package io.penstock.loop;

import io.penstock.config.ModeSetting;
import io.penstock.model.Mode;
import java.time.Duration;

/**
 * Which mode a loop ought to be in. In auto it is fan while the first copy is not caught up with, or while the loop is
 * further behind than its window; the two thresholds lie apart, and each has to hold for a while, so that a lag that
 * swings round the window does not thrash between the modes.
 */
final class ModeChoice {
    private static final int LEAVE_FRACTION = 4;
    private static final long SHORTEST_DWELL_MILLIS = 500;
    private static final long LONGEST_DWELL_MILLIS = 10_000;

    private final long windowMillis;
    private final long dwellMillis;
    private ModeSetting setting;
    private Mode mode;
    /** Since when the lag asks for the other mode, or -1. */
    private long askedSinceMillis = -1;

    /** @param current the mode the loop starts in */
    ModeChoice(ModeSetting setting, Duration window, Mode current) {
        this.setting = setting;
        this.windowMillis = window.toMillis();
        this.dwellMillis = Math.max(SHORTEST_DWELL_MILLIS, Math.min(windowMillis / 10, LONGEST_DWELL_MILLIS));
        this.mode = current;
    }

    ModeSetting setting() {
        return setting;
    }

    void setting(ModeSetting wanted) {
        setting = wanted;
        askedSinceMillis = -1;
    }

    /**
     * The mode to be in now.
     *
     * @param lagMillis source clock minus commit time of the oldest transaction not yet applied; 0 when there is none
     * @param copying true until the stream has passed the end of the first copy
     */
    Mode choose(long nowMillis, long lagMillis, boolean copying) {
        mode = switch (setting) {
            case SERIAL -> Mode.SERIAL;
            case FAN -> Mode.FAN;
            case AUTO -> copying ? Mode.FAN : byLag(nowMillis, lagMillis);
        };
        return mode;
    }

    private Mode byLag(long nowMillis, long lagMillis) {
        if (windowMillis == 0) {
            return Mode.SERIAL;
        }
        boolean asks = mode == Mode.SERIAL ? lagMillis >= windowMillis : lagMillis <= windowMillis / LEAVE_FRACTION;
        if (!asks) {
            askedSinceMillis = -1;
            return mode;
        }
        if (askedSinceMillis < 0) {
            askedSinceMillis = nowMillis;
        }
        if (nowMillis - askedSinceMillis < dwellMillis) {
            return mode;
        }
        askedSinceMillis = -1;
        return mode == Mode.SERIAL ? Mode.FAN : Mode.SERIAL;
    }
}
