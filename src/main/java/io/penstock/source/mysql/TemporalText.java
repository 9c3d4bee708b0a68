package io.penstock.source.mysql;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Dates and times. No local zone has a say: DATETIME has none, TIMESTAMP is seconds since 1970 in UTC. Dates that are
 * none, such as 0000-00-00, are written as they are; what becomes of them is for the row's reader. (MySQL source,
 * {@code my_time.cc}, "my_datetime_packed_from_binary" and its like.)
 */
final class TemporalText {
    private static final long DATETIME_OFFSET = 0x80_0000_0000L;
    private static final int[] MICROS = {1_000_000, 100_000, 10_000, 1_000, 100, 10, 1};

    private TemporalText() {}

    static void date(EventBytes in, RowText out) {
        int value = in.uint24();
        date(value >> 9, value >> 5 & 0xF, value & 0x1F, out);
    }

    static void datetime(int digits, EventBytes in, RowText out) {
        long value = in.bigEndian(5) - DATETIME_OFFSET;
        int micros = fraction(digits, in);
        long months = value >> 22;
        date((int) (months / 13), (int) (months % 13), (int) (value >> 17 & 0x1F), out);
        out.octet(' ').padded(value >> 12 & 0x1F, 2);
        out.octet(':').padded(value >> 6 & 0x3F, 2).octet(':').padded(value & 0x3F, 2);
        fraction(digits, micros, out);
    }

    static void timestamp(int digits, EventBytes in, RowText out) {
        long seconds = in.bigEndian(4);
        int micros = fraction(digits, in);
        if (seconds == 0 && micros == 0) {
            out.ascii("0000-00-00 00:00:00");
            fraction(digits, 0, out);
        } else {
            LocalDateTime at = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
            date(at.getYear(), at.getMonthValue(), at.getDayOfMonth(), out);
            out.octet(' ').padded(at.getHour(), 2);
            out.octet(':').padded(at.getMinute(), 2).octet(':').padded(at.getSecond(), 2);
            fraction(digits, micros, out);
        }
        out.ascii("+00");
    }

    /** One number with the fraction in its lowest bytes; its sign is turned so that bytes sort as times do. */
    static void time(int digits, EventBytes in, RowText out) {
        int fractionBytes = (digits + 1) / 2;
        long packed = in.bigEndian(3 + fractionBytes) - (0x80_0000L << 8 * fractionBytes);
        if (packed < 0) {
            out.octet('-');
            packed = -packed;
        }
        long value = packed >> 8 * fractionBytes;
        long hours = value >> 12 & 0x3FF;
        out.padded(hours, hours > 99 ? 3 : 2);
        out.octet(':').padded(value >> 6 & 0x3F, 2).octet(':').padded(value & 0x3F, 2);
        long rest = packed & (1L << 8 * fractionBytes) - 1;
        fraction(digits, micros(fractionBytes, rest), out);
    }

    private static void date(int year, int month, int day, RowText out) {
        out.padded(year, 4).octet('-').padded(month, 2).octet('-').padded(day, 2);
    }

    private static int fraction(int digits, EventBytes in) {
        int bytes = (digits + 1) / 2;
        return micros(bytes, in.bigEndian(bytes));
    }

    /** Two digits a byte. */
    private static int micros(int bytes, long value) {
        return (int) (value * MICROS[2 * bytes]);
    }

    private static void fraction(int digits, int micros, RowText out) {
        if (digits > 0) {
            out.octet('.').padded(micros / MICROS[digits], digits);
        }
    }
}
