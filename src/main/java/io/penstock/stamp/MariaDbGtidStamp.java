package io.penstock.stamp;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A position in the history of MariaDB: in each replication domain, the last transaction that is covered. Domains are
 * independent of each other; inside of one, sequence numbers rise. (MariaDB documentation, "Global Transaction ID".)
 *
 * @param last per domain id, unsigned 32 bits
 */
public record MariaDbGtidStamp(SortedMap<Long, Gtid> last) implements Stamp {
    static final String KIND = "mariadb:";
    private static final Pattern GTID = Pattern.compile("([0-9]{1,10})-([0-9]{1,10})-([0-9]{1,20})");
    private static final String EXPECTED = "domain-server-sequence, and more of them with commas between";

    /** Nothing is covered. */
    public static final MariaDbGtidStamp EMPTY = new MariaDbGtidStamp(new TreeMap<>());

    /**
     * One transaction inside its domain.
     *
     * @param server unsigned 32 bits
     * @param sequence unsigned 64 bits
     */
    public record Gtid(long server, long sequence) {}

    public MariaDbGtidStamp {
        last = Collections.unmodifiableSortedMap(new TreeMap<>(last));
    }

    /** Reads {@link #text()}. */
    public static MariaDbGtidStamp parse(String text) {
        if (text == null || !text.startsWith(KIND)) {
            throw new UnreadableStampException(text, KIND + EXPECTED);
        }
        return ofPosition(text.substring(KIND.length()));
    }

    /** Reads a position as the server's {@code gtid_binlog_pos} prints it; empty is {@link #EMPTY}. */
    public static MariaDbGtidStamp ofPosition(String position) {
        SortedMap<Long, Gtid> last = new TreeMap<>();
        if (position.isBlank()) {
            return EMPTY;
        }
        for (String one : position.split(",", -1)) {
            Matcher m = GTID.matcher(one.strip());
            if (!m.matches()) {
                throw new UnreadableStampException(position, EXPECTED);
            }
            try {
                Gtid gtid = new Gtid(Long.parseLong(m.group(2)), Long.parseUnsignedLong(m.group(3)));
                if (last.put(Long.parseLong(m.group(1)), gtid) != null) {
                    throw new UnreadableStampException(position, "each domain once");
                }
            } catch (NumberFormatException e) {
                throw new UnreadableStampException(position, EXPECTED);
            }
        }
        return new MariaDbGtidStamp(last);
    }

    /** This, and one transaction more. What came before it in its domain is covered with it. */
    public MariaDbGtidStamp with(long domain, long server, long sequence) {
        SortedMap<Long, Gtid> more = new TreeMap<>(last);
        more.put(domain, new Gtid(server, sequence));
        return new MariaDbGtidStamp(more);
    }

    /** True when the domain's transactions up to this sequence number are covered. */
    public boolean covers(long domain, long sequence) {
        Gtid gtid = last.get(domain);
        return gtid != null && Long.compareUnsigned(sequence, gtid.sequence()) <= 0;
    }

    @Override
    public Order compare(Stamp other) {
        if (this == other) {
            return Order.EQUAL;
        }
        if (!(other instanceof MariaDbGtidStamp that)) {
            return Order.UNRELATED;
        }
        Order order = Order.EQUAL;
        for (Map.Entry<Long, Gtid> mine : last.entrySet()) {
            order = order.and(compare(mine.getValue(), that.last.get(mine.getKey())));
        }
        return last.keySet().containsAll(that.last.keySet()) ? order : order.and(Order.BEFORE);
    }

    private static Order compare(Gtid mine, Gtid theirs) {
        if (theirs == null) {
            return Order.AFTER;
        }
        Order order = Order.ofUnsigned(mine.sequence(), theirs.sequence());
        // One number, two servers: two transactions that do not know of each other.
        return order == Order.EQUAL && mine.server() != theirs.server() ? Order.UNRELATED : order;
    }

    /** As the server prints it, and as {@code slave_connect_state} wants it. */
    public String position() {
        return last.entrySet().stream()
                .map(e -> e.getKey() + "-" + e.getValue().server() + "-"
                        + Long.toUnsignedString(e.getValue().sequence()))
                .collect(Collectors.joining(","));
    }

    @Override
    public String text() {
        return KIND + position();
    }

    @Override
    public String toString() {
        return position();
    }
}
