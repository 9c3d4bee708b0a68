package io.penstock.source.mysql;

/**
 * DECIMAL: groups of nine digits in four bytes each, big-endian, the outer ones shorter; the first bit turned, all bits
 * turned for negative numbers. (MySQL source, {@code decimal.cc}, "decimal2bin".)
 */
final class DecimalText {
    private static final int GROUP_DIGITS = 9;
    private static final int[] BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

    private DecimalText() {}

    static void decode(int precision, int scale, EventBytes in, RowText out) {
        int whole = precision - scale;
        int size = bytes(whole) + bytes(scale);
        byte[] bytes = in.copy(size);
        boolean negative = (bytes[0] & 0x80) == 0;
        bytes[0] ^= (byte) 0x80;
        if (negative) {
            for (int i = 0; i < size; i++) {
                bytes[i] = (byte) ~bytes[i];
            }
        }
        EventBytes groups = new EventBytes(bytes, 0, size);
        StringBuilder digits = new StringBuilder(precision + 2);
        group(groups, whole % GROUP_DIGITS, digits);
        for (int i = 0; i < whole / GROUP_DIGITS; i++) {
            group(groups, GROUP_DIGITS, digits);
        }
        int leading = 0;
        while (leading < digits.length() && digits.charAt(leading) == '0') {
            leading++;
        }
        digits.delete(0, leading);
        if (digits.length() == 0) {
            digits.append('0');
        }
        if (scale > 0) {
            digits.append('.');
            for (int i = 0; i < scale / GROUP_DIGITS; i++) {
                group(groups, GROUP_DIGITS, digits);
            }
            group(groups, scale % GROUP_DIGITS, digits);
        }
        if (negative) {
            out.octet('-');
        }
        out.ascii(digits.toString());
    }

    private static int bytes(int digits) {
        return digits / GROUP_DIGITS * 4 + BYTES[digits % GROUP_DIGITS];
    }

    private static void group(EventBytes in, int count, StringBuilder digits) {
        if (count > 0) {
            String group = Long.toString(in.bigEndian(BYTES[count]));
            digits.append("0".repeat(Math.max(0, count - group.length()))).append(group);
        }
    }
}
