package io.penstock.source.postgresql;

import io.penstock.source.Moment;
import io.penstock.source.SourceException;
import io.penstock.stamp.LsnStamp;
import io.penstock.stamp.Stamp;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A snapshot as the server prints it, {@code xmin:xmax:xip,…}: transactions below xmin are seen, those from xmax on are
 * not, and between the two all but the listed ones. (PostgreSQL documentation, "Transaction ID and Snapshot
 * Information Functions".)
 */
record SnapshotMoment(long xmin, long xmax, long[] running) implements Moment {
    /** Under its older name, which all versions know. The list holds no subtransactions, nor does the log. */
    static final String CURRENT = "pg_catalog.txid_current_snapshot()::text";

    private static final Pattern TEXT = Pattern.compile("([0-9]+):([0-9]+):([0-9,]*)");

    static SnapshotMoment parse(String text) {
        Matcher parts = TEXT.matcher(text == null ? "" : text);
        if (!parts.matches()) {
            throw SourceException.fatal(
                    "not a snapshot: \"" + text + "\" (expected xmin:xmax:xip)",
                    "put back what Penstock wrote to penstock.chunks, or copy the table again");
        }
        long[] running = parts.group(3).isEmpty()
                ? new long[0]
                : Arrays.stream(parts.group(3).split(","))
                        .mapToLong(Long::parseLong)
                        .sorted()
                        .toArray();
        return new SnapshotMoment(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)), running);
    }

    @Override
    public boolean sees(Stamp transaction) {
        long xid = whole(((LsnStamp) transaction).xid());
        return xid < xmin || (xid < xmax && Arrays.binarySearch(running, xid) < 0);
    }

    /**
     * The number with its epoch, which the log leaves out: the one near this snapshot. Numbers in use are never as
     * much as half of their range apart.
     */
    private long whole(int xid) {
        return xmax + (xid - (int) xmax);
    }

    @Override
    public String text() {
        StringBuilder text =
                new StringBuilder().append(xmin).append(':').append(xmax).append(':');
        for (int i = 0; i < running.length; i++) {
            text.append(i == 0 ? "" : ",").append(running[i]);
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SnapshotMoment that && text().equals(that.text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
