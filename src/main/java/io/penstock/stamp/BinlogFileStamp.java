package io.penstock.stamp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in the binary log of one server, where it has no global transaction ids. Transactions are ordered by where
 * they begin; reading goes on where they end. None lies in two files.
 *
 * @param base name of the log's files without their number
 * @param number of the file
 * @param begin where the transaction begins, in bytes
 * @param end the first byte behind it
 */
public record BinlogFileStamp(String base, long number, long begin, long end) implements Stamp {
    static final String KIND = "binlog:";
    private static final Pattern TEXT = Pattern.compile("binlog:(.+)\\.([0-9]{1,18}):([0-9]{1,18}),([0-9]{1,18})");
    private static final Pattern FILE = Pattern.compile("(.+)\\.([0-9]{1,18})");
    private static final int NUMBER_DIGITS = 6;

    public BinlogFileStamp {
        if (begin > end) {
            throw new IllegalArgumentException("begin " + begin + " lies after its end " + end);
        }
    }

    /** A transaction. @param file name of a log file, as the server prints it */
    public static BinlogFileStamp of(String file, long begin, long end) {
        Matcher m = FILE.matcher(file);
        if (!m.matches()) {
            throw new UnreadableStampException(file, "the name of a log file, such as binlog.000001");
        }
        return new BinlogFileStamp(m.group(1), Long.parseLong(m.group(2)), begin, end);
    }

    /** A place between transactions: all that begin before {@code offset} are covered, none that begins there. */
    public static BinlogFileStamp before(String file, long offset) {
        return of(file, offset == 0 ? 0 : offset - 1, offset);
    }

    /** Reads {@link #text()}. */
    public static BinlogFileStamp parse(String text) {
        Matcher m = text == null ? null : TEXT.matcher(text);
        if (m == null || !m.matches()) {
            throw new UnreadableStampException(text, KIND + "file.number:begin,end");
        }
        return new BinlogFileStamp(
                m.group(1), Long.parseLong(m.group(2)), Long.parseLong(m.group(3)), Long.parseLong(m.group(4)));
    }

    @Override
    public Order compare(Stamp other) {
        if (!(other instanceof BinlogFileStamp that) || !base.equals(that.base)) {
            return Order.UNRELATED;
        }
        Order order = Order.ofUnsigned(number, that.number);
        return order == Order.EQUAL ? Order.ofUnsigned(begin, that.begin) : order;
    }

    /** The file's name, as the server prints it. */
    public String file() {
        String digits = Long.toString(number);
        return base + "." + "0".repeat(Math.max(0, NUMBER_DIGITS - digits.length())) + digits;
    }

    @Override
    public String text() {
        return KIND + file() + ":" + begin + "," + end;
    }

    @Override
    public String toString() {
        return file() + ":" + end;
    }
}
