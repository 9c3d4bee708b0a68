package io.penstock.backfill;

import io.penstock.source.Moment;
import io.penstock.stamp.Stamp;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Transactions that the stream has delivered although a reader of the source may not see them yet: the order of the log
 * is not the order in which commits become visible. A change that was dropped because its rows are still to be read may
 * be dropped only if that reading sees it.
 */
public final class DeliveredTransactions {
    private final Set<Stamp> unseen = new LinkedHashSet<>();
    private Stamp last;

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
            unseen.add(transaction);
        }
    }

    /** What a moment that is taken from now on must see; stays the same whatever is forgotten meanwhile. */
    List<Stamp> now() {
        return List.copyOf(unseen);
    }

    /** Forgets what is seen: whatever is read from now on sees it too. */
    public void seen(Moment now) {
        unseen.removeIf(now::sees);
    }

    /** Null when there are none. */
    public String text() {
        if (unseen.isEmpty()) {
            return null;
        }
        StringJoiner text = new StringJoiner(" ");
        unseen.forEach(stamp -> text.add(stamp.textWithTransaction()));
        return text.toString();
    }
}
