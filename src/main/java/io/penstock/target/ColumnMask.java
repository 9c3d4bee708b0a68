package io.penstock.target;

import io.penstock.model.Tuple;
import java.util.Arrays;

/** Which columns of a tuple have a value. */
public final class ColumnMask {
    private final long[] words;

    private ColumnMask(long[] words) {
        this.words = words;
    }

    public static ColumnMask of(Tuple row) {
        long[] words = new long[(row.size() + 63) >>> 6];
        for (int i = 0; i < row.size(); i++) {
            if (!row.isAbsent(i)) {
                words[i >>> 6] |= 1L << i;
            }
        }
        return new ColumnMask(words);
    }

    public boolean has(int column) {
        return (words[column >>> 6] & 1L << column) != 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnMask that && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }
}
