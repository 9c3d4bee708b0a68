package io.penstock.stamp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in the binary log of one server, where it has no global transaction ids: the end of the transaction.
 *
 * @param base name of the log's files without their number
 * @param number of the file
 * @param offset in bytes, the first that is not covered
 */
public record BinlogFileStamp(String base, long number, long offset) implements Stamp {
    static final String KIND = "binlog:";
    private static final Pattern TEXT = Pattern.compile("(.+)\\.([0-9]{1,18}):([0-9]{1,18})");
    private static final int NUMBER_DIGITS = 6;

    /** @param file name of a log file, as the server prints it */
    public static BinlogFileStamp of(String file, long offset) {
        return ofPosition(file + ":" + offset);
    }

    /** Reads {@link #text()}. */
    public static BinlogFileStamp parse(String text) {
        if (text == null || !text.startsWith(KIND)) {
            throw new UnreadableStampException(text, KIND + "file.number:offset");
        }
        return ofPosition(text.substring(KIND.length()));
    }

    private static BinlogFileStamp ofPosition(String position) {
        Matcher m = TEXT.matcher(position);
        if (!m.matches()) {
            throw new UnreadableStampException(position, "file.number:offset");
        }
        return new BinlogFileStamp(m.group(1), Long.parseLong(m.group(2)), Long.parseLong(m.group(3)));
    }

    @Override
    public Order compare(Stamp other) {
        if (!(other instanceof BinlogFileStamp that) || !base.equals(that.base)) {
            return Order.UNRELATED;
        }
        Order order = Order.ofUnsigned(number, that.number);
        return order == Order.EQUAL ? Order.ofUnsigned(offset, that.offset) : order;
    }

    /** The file's name, as the server prints it. */
    public String file() {
        String digits = Long.toString(number);
        return base + "." + "0".repeat(Math.max(0, NUMBER_DIGITS - digits.length())) + digits;
    }

    @Override
    public String text() {
        return KIND + this;
    }

    @Override
    public String toString() {
        return file() + ":" + offset;
    }
}
