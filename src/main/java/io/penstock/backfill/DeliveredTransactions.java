package io.penstock.backfill;

import io.penstock.source.Moment;
import io.penstock.stamp.Stamp;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Transactions that the stream has delivered although a reader of the source may not see them yet: the order of the log
 * is not the order in which commits become visible. A change that was dropped because its rows are still to be read may
 * be dropped only if that reading sees it.
 */
public final class DeliveredTransactions {
    private final Map<Stamp, Long> numbers = new LinkedHashMap<>();
    private Stamp last;
    private long count;

    /** @param text as {@link #text()} wrote it, or null */
    public static DeliveredTransactions parse(String text) {
        DeliveredTransactions delivered = new DeliveredTransactions();
        if (text != null && !text.isEmpty()) {
            for (String stamp : text.split(" ")) {
                delivered.add(Stamp.parse(stamp));
            }
        }
        return delivered;
    }

    public void add(Stamp transaction) {
        if (transaction != last && transaction.namesTransaction()) {
            last = transaction;
            numbers.putIfAbsent(transaction, ++count);
        }
    }

    /** What has been delivered by now, as a number. */
    long mark() {
        return count;
    }

    /** True when each transaction that was delivered up to the mark is seen. */
    boolean areSeen(Moment moment, long upTo) {
        for (Map.Entry<Stamp, Long> entry : numbers.entrySet()) {
            if (entry.getValue() > upTo) {
                return true;
            }
            if (!moment.sees(entry.getKey())) {
                return false;
            }
        }
        return true;
    }

    /** Forgets what is seen: whatever is read from now on sees it too. */
    public void seen(Moment now) {
        numbers.keySet().removeIf(now::sees);
    }

    /** Null when there are none. */
    public String text() {
        if (numbers.isEmpty()) {
            return null;
        }
        StringJoiner text = new StringJoiner(" ");
        numbers.keySet().forEach(stamp -> text.add(stamp.textWithTransaction()));
        return text.toString();
    }
}
