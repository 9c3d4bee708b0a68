package io.penstock.stamp;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A position in the history of MySQL: the set of transactions that are covered. (MySQL documentation, "GTID Format and
 * Storage".)
 *
 * @param executed per source: its UUID, or UUID and tag with a colon between
 */
public record GtidStamp(SortedMap<String, GtidRanges> executed) implements Stamp {
    static final String KIND = "gtid:";
    static final String EXPECTED = "uuid:first-last:…, and more of them with commas between";
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern TAG = Pattern.compile("[a-z_][a-z0-9_]{0,31}");

    /** Nothing is covered. */
    public static final GtidStamp EMPTY = new GtidStamp(new TreeMap<>());

    public GtidStamp {
        executed = Collections.unmodifiableSortedMap(new TreeMap<>(executed));
    }

    /** Reads {@link #text()}. */
    public static GtidStamp parse(String text) {
        if (text == null || !text.startsWith(KIND)) {
            throw new UnreadableStampException(text, KIND + EXPECTED);
        }
        return ofSet(text.substring(KIND.length()));
    }

    /** Reads a set as the server's {@code gtid_executed} prints it; empty is {@link #EMPTY}. */
    public static GtidStamp ofSet(String set) {
        SortedMap<String, GtidRanges> executed = new TreeMap<>();
        if (set.isBlank()) {
            return EMPTY;
        }
        for (String one : set.split(",", -1)) {
            String[] parts = one.strip().toLowerCase(Locale.ROOT).split(":", -1);
            if (parts.length < 2 || !UUID.matcher(parts[0]).matches()) {
                throw new UnreadableStampException(set, EXPECTED);
            }
            String source = parts[0];
            for (int i = 1; i < parts.length; i++) {
                if (TAG.matcher(parts[i]).matches() && i + 1 < parts.length) {
                    source = parts[0] + ":" + parts[i];
                } else {
                    executed.merge(source, GtidRanges.parse(parts[i], set), GtidRanges::union);
                }
            }
        }
        return new GtidStamp(executed);
    }

    /** This, and one transaction more. */
    public GtidStamp with(String source, long number) {
        SortedMap<String, GtidRanges> more = new TreeMap<>(executed);
        more.merge(source, GtidRanges.of(number, number), GtidRanges::union);
        return new GtidStamp(more);
    }

    /** All that either covers. */
    public GtidStamp union(GtidStamp other) {
        SortedMap<String, GtidRanges> both = new TreeMap<>(executed);
        other.executed.forEach((source, ranges) -> both.merge(source, ranges, GtidRanges::union));
        return new GtidStamp(both);
    }

    /** What this covers and {@code other} does not. */
    public GtidStamp minus(GtidStamp other) {
        SortedMap<String, GtidRanges> left = new TreeMap<>();
        executed.forEach((source, ranges) -> {
            GtidRanges rest = ranges.minus(other.executed.get(source));
            if (!rest.isEmpty()) {
                left.put(source, rest);
            }
        });
        return new GtidStamp(left);
    }

    public boolean covers(String source, long number) {
        GtidRanges ranges = executed.get(source);
        return ranges != null && ranges.contains(number);
    }

    public boolean isEmpty() {
        return executed.isEmpty();
    }

    @Override
    public Order compare(Stamp other) {
        if (this == other) {
            return Order.EQUAL;
        }
        if (!(other instanceof GtidStamp that)) {
            return Order.UNRELATED;
        }
        boolean mineInTheirs = isPartOf(that);
        boolean theirsInMine = that.isPartOf(this);
        if (mineInTheirs) {
            return theirsInMine ? Order.EQUAL : Order.BEFORE;
        }
        return theirsInMine ? Order.AFTER : Order.UNRELATED;
    }

    private boolean isPartOf(GtidStamp other) {
        for (Map.Entry<String, GtidRanges> mine : executed.entrySet()) {
            GtidRanges theirs = other.executed.get(mine.getKey());
            if (theirs == null || !theirs.containsAll(mine.getValue())) {
                return false;
            }
        }
        return true;
    }

    /** As the server prints it, each tag with the UUID before it. */
    public String set() {
        StringBuilder text = new StringBuilder();
        executed.forEach((source, ranges) -> text.append(text.isEmpty() ? "" : ",")
                .append(source)
                .append(':')
                .append(ranges));
        return text.toString();
    }

    @Override
    public String text() {
        return KIND + set();
    }

    @Override
    public String toString() {
        return set();
    }
}
