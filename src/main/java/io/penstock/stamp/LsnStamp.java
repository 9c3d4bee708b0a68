package io.penstock.stamp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in PostgreSQL's write-ahead log.
 *
 * <p>Transactions are ordered by where their commit record <em>begins</em>; the server is acknowledged up to where it
 * <em>ends</em>. It skips, when it starts again, every transaction whose commit record begins before the acknowledged
 * position. (PostgreSQL documentation, "Logical Streaming Replication Protocol", messages Begin and Commit.)
 *
 * @param commit where the commit record begins, in bytes from the start of the log, unsigned
 * @param end the first byte after it, unsigned
 * @param xid the transaction's number as the log has it, 32 bits without their epoch; 0 for what is no transaction. It
 *     takes no part in comparing and is no part of {@link #text()}
 */
public record LsnStamp(long commit, long end, int xid) implements Stamp {
    private static final Pattern LSN = Pattern.compile("([0-9A-Fa-f]{1,8})/([0-9A-Fa-f]{1,8})");
    private static final Pattern TEXT = Pattern.compile("lsn:([^,]+),([^,]+)(?:,([0-9]{1,10}))?");

    public LsnStamp {
        if (Long.compareUnsigned(commit, end) > 0) {
            throw new IllegalArgumentException("commit " + lsnText(commit) + " lies after its end " + lsnText(end));
        }
    }

    /** A position that names no transaction. */
    public LsnStamp(long commit, long end) {
        this(commit, end, 0);
    }

    /**
     * The stamp of a place between transactions: all whose commit record begins before {@code lsn} are covered, none
     * that begins at it or later.
     */
    public static LsnStamp before(long lsn) {
        return new LsnStamp(lsn == 0 ? 0 : lsn - 1, lsn);
    }

    /** Reads {@link #text()} and {@link #textWithTransaction()}. */
    public static LsnStamp parse(String text) {
        Matcher m = text == null ? null : TEXT.matcher(text);
        if (m == null || !m.matches()) {
            throw new UnreadableStampException(text, "lsn:X/X,X/X");
        }
        int xid = m.group(3) == null ? 0 : (int) Long.parseLong(m.group(3));
        return new LsnStamp(parseLsn(m.group(1)), parseLsn(m.group(2)), xid);
    }

    /** Reads one log position as PostgreSQL prints it, such as {@code 16/B374D848}. */
    public static long parseLsn(String text) {
        Matcher m = text == null ? null : LSN.matcher(text.strip());
        if (m == null || !m.matches()) {
            throw new UnreadableStampException(text, "X/X in hexadecimal");
        }
        return Long.parseLong(m.group(1), 16) << 32 | Long.parseLong(m.group(2), 16);
    }

    /** One log position as PostgreSQL prints it. */
    public static String lsnText(long lsn) {
        return Long.toHexString(lsn >>> 32).toUpperCase(java.util.Locale.ROOT)
                + "/"
                + Long.toHexString(lsn & 0xFFFF_FFFFL).toUpperCase(java.util.Locale.ROOT);
    }

    @Override
    public Order compare(Stamp other) {
        return other instanceof LsnStamp that ? Order.ofUnsigned(commit, that.commit) : Order.UNRELATED;
    }

    @Override
    public String text() {
        return "lsn:" + lsnText(commit) + "," + lsnText(end);
    }

    @Override
    public String textWithTransaction() {
        return text() + "," + Integer.toUnsignedLong(xid);
    }

    @Override
    public boolean namesTransaction() {
        return xid != 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LsnStamp that && commit == that.commit && end == that.end;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(commit) + Long.hashCode(end);
    }

    @Override
    public String toString() {
        return lsnText(end);
    }
}
