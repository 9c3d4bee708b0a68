package io.penstock.source.mysql;

/** Types of MariaDB that events show only as binary strings: known by their name in the catalogue. */
final class StoredTypes {
    static final String UUID = "uuid";
    static final String INET6 = "inet6";
    static final String INET4 = "inet4";

    private static final int UUID_BYTES = 16;
    private static final int INET6_BYTES = 16;
    private static final int INET4_BYTES = 4;

    /** Where each byte of a UUID lies in storage: last group first, except in versions that sort by themselves. */
    private static final int[] SWAPPED = {12, 13, 14, 15, 10, 11, 8, 9, 6, 7, 0, 1, 2, 3, 4, 5};

    /** @return false where the column is of none of these types */
    boolean write(EventColumn column, byte[] bytes, int from, int length, RowText out) {
        switch (column.text()) {
            case UUID -> uuid(padded(bytes, from, length, UUID_BYTES), out);
            case INET6 -> inet6(padded(bytes, from, length, INET6_BYTES), out);
            case INET4 -> inet4(padded(bytes, from, length, INET4_BYTES), 0, out);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The log cuts trailing zero bytes off. */
    private static byte[] padded(byte[] bytes, int from, int length, int size) {
        return java.util.Arrays.copyOf(java.util.Arrays.copyOfRange(bytes, from, from + length), size);
    }

    private static void uuid(byte[] stored, RowText out) {
        byte[] uuid = new byte[UUID_BYTES];
        boolean swapped = (stored[6] & 0x80) != 0;
        for (int i = 0; i < UUID_BYTES; i++) {
            uuid[i] = stored[swapped ? SWAPPED[i] : i];
        }
        out.hex(uuid, 0, 4)
                .octet('-')
                .hex(uuid, 4, 2)
                .octet('-')
                .hex(uuid, 6, 2)
                .octet('-');
        out.hex(uuid, 8, 2).octet('-').hex(uuid, 10, 6);
    }

    private static void inet4(byte[] a, int at, RowText out) {
        out.number(a[at] & 0xFF).octet('.').number(a[at + 1] & 0xFF).octet('.');
        out.number(a[at + 2] & 0xFF).octet('.').number(a[at + 3] & 0xFF);
    }

    /** RFC 5952: the longest run of zero groups is left out; IPv4 inside of IPv6 keeps its dots. */
    private static void inet6(byte[] a, RowText out) {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (a[2 * i] & 0xFF) << 8 | a[2 * i + 1] & 0xFF;
        }
        int zeros = 0;
        while (zeros < 5 && groups[zeros] == 0) {
            zeros++;
        }
        if (zeros == 5 && groups[5] == 0xFFFF) {
            out.ascii("::ffff:");
            inet4(a, 12, out);
            return;
        }
        int best = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                best = i;
                length = end - i;
            }
        }
        for (int i = 0; i < 8; i++) {
            if (i == best) {
                out.ascii("::");
                i += length - 1;
            } else {
                out.ascii(i > 0 && i != best + length ? ":" : "").ascii(Integer.toHexString(groups[i]));
            }
        }
    }
}
