package io.penstock.demo;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Watches the target of a loop whose node is killed, as a reader there would: until a reign with a higher epoch has
 * committed rows. Every transaction of the shop's traffic counts on a counter, so any commit shows.
 */
final class Failover implements AutoCloseable {
    private static final long LOOK_MILLIS = 5;
    private static final long PATIENCE_SECONDS = 120;
    private static final String LOOK =
            "SELECT epoch, (SELECT sum(value) FROM counters) FROM penstock.loops WHERE name = ?";

    private final Connection target;
    private final PreparedStatement look;
    private final Look before;

    private record Look(long epoch, long counted) {}

    /** To be made before the kill. */
    Failover(String targetUrl, String loop) throws SQLException {
        target = DriverManager.getConnection(targetUrl);
        look = target.prepareStatement(LOOK);
        look.setString(1, loop);
        before = look();
    }

    /**
     * Waits for the first commit of the next reign.
     *
     * @return its milliseconds from {@code killedNanos} on
     */
    long millisToNextCommit(long killedNanos) throws SQLException, IOException, InterruptedException {
        Look last = before;
        while (System.nanoTime() - killedNanos < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            Look now = look();
            // What the old reign had sent off may have come in behind the kill: the new one's commits are what counts.
            if (last.epoch() > before.epoch() && now.counted() != last.counted()) {
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killedNanos);
            }
            last = now;
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        throw new IOException("no other node has gone on within " + PATIENCE_SECONDS + " s");
    }

    private Look look() throws SQLException {
        try (ResultSet row = look.executeQuery()) {
            row.next();
            return new Look(row.getLong(1), row.getLong(2));
        }
    }

    @Override
    public void close() throws SQLException {
        target.close();
    }
}
