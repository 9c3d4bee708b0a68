package io.penstock.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The values of a row as UTF-8 slices of one array. A value is text, NULL, or absent: the source did not send it,
 * because it did not change (PostgreSQL's unchanged TOAST, MySQL's partial row images).
 *
 * <p>Neither array is copied, neither may be changed afterwards.
 */
public final class Tuple {
    /** Length of a NULL in {@code bounds}. */
    public static final int NULL = -1;
    /** Length of an absent value in {@code bounds}. */
    public static final int ABSENT = -2;

    private static final int OVERHEAD_BYTES = 56;

    private final byte[] bytes;
    private final int[] bounds;

    /**
     * @param bytes where the values lie
     * @param bounds for column i, {@code bounds[2i]} is where it begins and {@code bounds[2i+1]} its length in bytes,
     *     {@link #NULL} or {@link #ABSENT}
     */
    public Tuple(byte[] bytes, int[] bounds) {
        this.bytes = bytes;
        this.bounds = bounds;
    }

    /** For tests and for rows that come as strings; null stands for NULL. */
    public static Tuple of(String... values) {
        int[] bounds = new int[values.length * 2];
        byte[][] parts = new byte[values.length][];
        int size = 0;
        for (int i = 0; i < values.length; i++) {
            parts[i] = values[i] == null ? new byte[0] : values[i].getBytes(StandardCharsets.UTF_8);
            bounds[2 * i] = size;
            bounds[2 * i + 1] = values[i] == null ? NULL : parts[i].length;
            size += parts[i].length;
        }
        byte[] bytes = new byte[size];
        for (int i = 0; i < parts.length; i++) {
            System.arraycopy(parts[i], 0, bytes, bounds[2 * i], parts[i].length);
        }
        return new Tuple(bytes, bounds);
    }

    public int size() {
        return bounds.length / 2;
    }

    public boolean isNull(int column) {
        return bounds[2 * column + 1] == NULL;
    }

    public boolean isAbsent(int column) {
        return bounds[2 * column + 1] == ABSENT;
    }

    /** True when no value is absent. */
    public boolean isComplete() {
        for (int i = 1; i < bounds.length; i += 2) {
            if (bounds[i] == ABSENT) {
                return false;
            }
        }
        return true;
    }

    /** The value's text, or null for NULL. An absent value has no text: asking for it is a defect. */
    public String text(int column) {
        int length = bounds[2 * column + 1];
        if (length == ABSENT) {
            throw new IllegalStateException("column " + column + " was not sent");
        }
        return length == NULL ? null : new String(bytes, bounds[2 * column], length, StandardCharsets.UTF_8);
    }

    /** The array that holds the values; read it only between {@link #offset} and {@link #length}. */
    public byte[] bytes() {
        return bytes;
    }

    public int offset(int column) {
        return bounds[2 * column];
    }

    /** In bytes, or {@link #NULL} or {@link #ABSENT}. */
    public int length(int column) {
        return bounds[2 * column + 1];
    }

    /** True when both values are the same bytes, both NULL, or both absent. */
    public boolean sameValue(int column, Tuple other, int otherColumn) {
        int length = length(column);
        if (length != other.length(otherColumn)) {
            return false;
        }
        return length <= 0
                || Arrays.equals(
                        bytes,
                        offset(column),
                        offset(column) + length,
                        other.bytes,
                        other.offset(otherColumn),
                        other.offset(otherColumn) + length);
    }

    /** This tuple, with what is absent in it taken from an earlier state of the same row. */
    public Tuple over(Tuple earlier) {
        if (isComplete()) {
            return this;
        }
        int extra = 0;
        for (int i = 0; i < size(); i++) {
            if (isAbsent(i) && earlier.length(i) > 0) {
                extra += earlier.length(i);
            }
        }
        byte[] merged = Arrays.copyOf(bytes, bytes.length + extra);
        int[] mergedBounds = bounds.clone();
        int at = bytes.length;
        for (int i = 0; i < size(); i++) {
            if (isAbsent(i)) {
                int length = earlier.length(i);
                mergedBounds[2 * i] = at;
                mergedBounds[2 * i + 1] = length;
                if (length > 0) {
                    System.arraycopy(earlier.bytes, earlier.offset(i), merged, at, length);
                    at += length;
                }
            }
        }
        return new Tuple(merged, mergedBounds);
    }

    /** What keeping this tuple costs, in bytes of heap. */
    public int retainedBytes() {
        return OVERHEAD_BYTES + bytes.length + 4 * bounds.length;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Tuple that) || that.size() != size()) {
            return false;
        }
        for (int i = 0; i < size(); i++) {
            if (!sameValue(i, that, i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = size();
        for (int i = 0; i < size(); i++) {
            hash = 31 * hash + length(i);
            for (int at = offset(i), end = at + length(i); at < end; at++) {
                hash = 31 * hash + bytes[at];
            }
        }
        return hash;
    }

    /** Shape only: rows may hold what must not be in a log. */
    @Override
    public String toString() {
        return "Tuple[" + size() + " columns, " + bytes.length + " bytes]";
    }
}
