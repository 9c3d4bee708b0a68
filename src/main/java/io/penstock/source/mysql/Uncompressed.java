package io.penstock.source.mysql;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * MariaDB's compression of the last part of an event: a byte with the algorithm and the number of length bytes, the
 * length in big-endian order, and a zlib stream. (MariaDB source, {@code log_event.cc}, "binlog compress event".)
 */
final class Uncompressed {
    private static final int ALGORITHM_MASK = 0x70;
    private static final int LENGTH_MASK = 0x07;

    private Uncompressed() {}

    /** What the rest of the event holds. */
    static byte[] rest(EventBytes in) {
        int head = in.uint8();
        if ((head & 0x80) == 0 || (head & ALGORITHM_MASK) != 0) {
            throw new IndexOutOfBoundsException("compressed by an unknown algorithm, 0x" + Integer.toHexString(head));
        }
        long length = in.bigEndian(head & LENGTH_MASK);
        if (length > Integer.MAX_VALUE - 16) {
            throw new IndexOutOfBoundsException("a compressed event of " + length + " bytes");
        }
        byte[] whole = new byte[(int) length];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(in.bytes(), in.position(), in.remaining());
            int filled = 0;
            while (filled < whole.length && !inflater.finished()) {
                int more = inflater.inflate(whole, filled, whole.length - filled);
                if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    break;
                }
                filled += more;
            }
            if (filled < whole.length) {
                throw new IndexOutOfBoundsException("a compressed event ends after " + filled + " of " + length);
            }
            in.skip(in.remaining());
            return whole;
        } catch (DataFormatException e) {
            throw new IndexOutOfBoundsException("a compressed event is damaged: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }
}
