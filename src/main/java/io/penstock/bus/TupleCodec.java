package io.penstock.bus;

import io.penstock.model.Tuple;

/** A row: the count of its values, all their lengths, then their bytes. */
final class TupleCodec {
    /** Makes {@link Tuple#ABSENT}, the lowest length, zero. */
    private static final int LENGTH_SHIFT = 2;

    private TupleCodec() {}

    static void write(WireWriter out, Tuple tuple) {
        int columns = tuple.size();
        out.number(columns);
        for (int i = 0; i < columns; i++) {
            out.number((long) tuple.length(i) + LENGTH_SHIFT);
        }
        for (int i = 0; i < columns; i++) {
            if (tuple.length(i) > 0) {
                out.raw(tuple.bytes(), tuple.offset(i), tuple.length(i));
            }
        }
    }

    static Tuple read(WireReader in) {
        int columns = in.count();
        int[] bounds = new int[2 * columns];
        long size = 0;
        for (int i = 0; i < columns; i++) {
            int length = in.small() - LENGTH_SHIFT;
            bounds[2 * i] = (int) size;
            bounds[2 * i + 1] = length;
            size += Math.max(length, 0);
            if (size > in.remaining()) {
                throw new UnreadableMessageException("a row of " + size + " bytes in " + in.remaining());
            }
        }
        byte[] bytes = new byte[(int) size];
        in.raw(bytes, 0, bytes.length);
        return new Tuple(bytes, bounds);
    }
}
