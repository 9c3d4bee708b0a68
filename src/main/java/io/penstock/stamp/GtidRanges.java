package io.penstock.stamp;

import java.util.Arrays;

/** A set of transaction numbers, kept as ranges that rise and do not touch each other. Numbers begin at 1. */
public final class GtidRanges {
    /** First and last of each range. */
    private final long[] ends;

    private GtidRanges(long[] ends) {
        this.ends = ends;
    }

    static GtidRanges of(long first, long last) {
        return new GtidRanges(new long[] {first, last});
    }

    /** Reads one range: {@code 7} or {@code 1-7}. */
    static GtidRanges parse(String range, String whole) {
        int dash = range.indexOf('-');
        try {
            long first = Long.parseLong(dash < 0 ? range : range.substring(0, dash));
            long last = dash < 0 ? first : Long.parseLong(range.substring(dash + 1));
            if (first < 1 || last < first || last == Long.MAX_VALUE) {
                throw new UnreadableStampException(whole, GtidStamp.EXPECTED);
            }
            return of(first, last);
        } catch (NumberFormatException e) {
            throw new UnreadableStampException(whole, GtidStamp.EXPECTED);
        }
    }

    boolean isEmpty() {
        return ends.length == 0;
    }

    boolean contains(long number) {
        for (int i = 0; i < ends.length; i += 2) {
            if (number <= ends[i + 1]) {
                return number >= ends[i];
            }
        }
        return false;
    }

    boolean containsAll(GtidRanges other) {
        int i = 0;
        for (int j = 0; j < other.ends.length; j += 2) {
            while (i < ends.length && ends[i + 1] < other.ends[j + 1]) {
                i += 2;
            }
            if (i == ends.length || ends[i] > other.ends[j]) {
                return false;
            }
        }
        return true;
    }

    GtidRanges union(GtidRanges other) {
        long[] merged = new long[ends.length + other.ends.length];
        int count = 0;
        int i = 0;
        int j = 0;
        while (i < ends.length || j < other.ends.length) {
            boolean mine = j == other.ends.length || (i < ends.length && ends[i] <= other.ends[j]);
            long first = mine ? ends[i] : other.ends[j];
            long last = mine ? ends[i + 1] : other.ends[j + 1];
            if (mine) {
                i += 2;
            } else {
                j += 2;
            }
            if (count > 0 && first <= merged[count - 1] + 1) {
                merged[count - 1] = Math.max(merged[count - 1], last);
            } else {
                merged[count++] = first;
                merged[count++] = last;
            }
        }
        return new GtidRanges(Arrays.copyOf(merged, count));
    }

    /** @param other null for none */
    GtidRanges minus(GtidRanges other) {
        if (other == null) {
            return this;
        }
        long[] left = new long[ends.length + other.ends.length];
        int count = 0;
        int j = 0;
        for (int i = 0; i < ends.length; i += 2) {
            long first = ends[i];
            while (j < other.ends.length && other.ends[j + 1] < first) {
                j += 2;
            }
            for (int k = j; k < other.ends.length && other.ends[k] <= ends[i + 1]; k += 2) {
                if (other.ends[k] > first) {
                    left[count++] = first;
                    left[count++] = other.ends[k] - 1;
                }
                first = Math.max(first, other.ends[k + 1] + 1);
            }
            if (first <= ends[i + 1]) {
                left[count++] = first;
                left[count++] = ends[i + 1];
            }
        }
        return new GtidRanges(Arrays.copyOf(left, count));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GtidRanges that && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ends);
    }

    /** As MySQL prints it: {@code 1-5:7}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ends.length; i += 2) {
            text.append(i == 0 ? "" : ":").append(ends[i]);
            if (ends[i + 1] > ends[i]) {
                text.append('-').append(ends[i + 1]);
            }
        }
        return text.toString();
    }
}
