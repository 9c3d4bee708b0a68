package io.penstock.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a number of bytes: {@code 64MiB}, {@code 1GB}, {@code 512k}, {@code 67108864}. With {@code i} or without
 * {@code B} the steps are 1024 ({@code 512k} is 524,288 bytes), {@code KB}, {@code MB} and {@code GB} are powers of 1000.
 */
final class SizeText {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*([kmg]?)(i?)(b?)");

    private SizeText() {}

    static long parse(String text) {
        Matcher m = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        boolean readable = m.matches() && !(m.group(2).isEmpty() && !m.group(3).isEmpty());
        if (!readable) {
            throw new BadValueException(
                    "\"" + text + "\" is no size", "write bytes or a unit, such as 67108864, 512k, 64MiB or 1GB");
        }
        boolean decimal = m.group(3).isEmpty() && !m.group(4).isEmpty();
        long step = decimal ? 1000 : 1024;
        try {
            long bytes = Long.parseLong(m.group(1));
            int steps = m.group(2).isEmpty() ? 0 : "kmg".indexOf(m.group(2)) + 1;
            for (int i = 0; i < steps; i++) {
                bytes = Math.multiplyExact(bytes, step);
            }
            return bytes;
        } catch (ArithmeticException e) {
            throw new BadValueException("\"" + text + "\" is more than can be counted", "write a size such as 64MiB");
        }
    }
}
