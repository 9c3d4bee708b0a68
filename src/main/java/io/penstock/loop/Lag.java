package io.penstock.loop;

import io.penstock.source.Dialect.SourceStatus;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import java.time.Instant;

/**
 * How far a loop is behind, from what the source said last. Between two answers the source's clock is taken to run as
 * ours does.
 */
final class Lag {
    private SourceStatus status;
    private long clockAheadMicros;

    /** Our clock, microseconds since 1970-01-01 UTC. */
    static long nowMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    void heard(SourceStatus said, long ourMicros) {
        status = said;
        clockAheadMicros = said.clockMicros() - ourMicros;
    }

    SourceStatus status() {
        return status;
    }

    /** Source clock minus the given commit time; 0 when the commit time is 0: nothing is waiting. */
    long millisSince(long commitMicros, long ourMicros) {
        return commitMicros == 0 ? 0 : Math.max(0, (ourMicros + clockAheadMicros - commitMicros) / 1000);
    }

    long microsSince(long commitMicros, long ourMicros) {
        return ourMicros + clockAheadMicros - commitMicros;
    }

    /** Of the source's log, or null where that can't be said. */
    Long bytesBehind(Stamp consistentPoint) {
        if (status != null && status.end() instanceof LsnStamp end && consistentPoint instanceof LsnStamp point) {
            return Math.max(0, end.end() - point.end());
        }
        return null;
    }
}
