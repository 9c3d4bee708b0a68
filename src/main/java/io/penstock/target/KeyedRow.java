package io.penstock.target;

import io.penstock.model.Tuple;
import java.util.Arrays;

/** What has become of one key so far. */
final class KeyedRow {
    /** What is to be done with the key. */
    enum State {
        UPSERT,
        PARTIAL,
        DELETE
    }

    private final Tuple key;
    private final int hash;
    private final boolean bornHere;
    private State state;
    private Tuple row;
    private final long rank;

    /** @param bornHere the first mutation of the key is its insert, so that a later delete need not find a row */
    KeyedRow(Tuple key, int hash, int[] columns, boolean bornHere) {
        this.key = key;
        this.rank = rank(key, columns[0]);
        this.hash = hash;
        this.bornHere = bornHere;
    }

    Tuple key() {
        return key;
    }

    int hash() {
        return hash;
    }

    boolean isBornHere() {
        return bornHere;
    }

    State state() {
        return state;
    }

    Tuple row() {
        return row;
    }

    void put(Tuple whole) {
        row = whole;
        state = State.UPSERT;
    }

    void delete() {
        row = null;
        state = State.DELETE;
    }

    /** Lays {@code after} over the row; false when values are missing and the row was deleted before. */
    boolean update(Tuple after) {
        Tuple merged = row == null ? after : after.over(row);
        if (merged.isComplete()) {
            put(merged);
            return true;
        }
        if (state == State.DELETE) {
            return false;
        }
        row = merged;
        state = State.PARTIAL;
        return true;
    }

    boolean isKey(Tuple other, int otherHash, int[] columns) {
        if (hash != otherHash) {
            return false;
        }
        for (int column : columns) {
            if (!key.sameValue(column, other, column)) {
                return false;
            }
        }
        return true;
    }

    static int hash(Tuple source, int[] columns) {
        byte[] bytes = source.bytes();
        int hash = 0;
        for (int column : columns) {
            int length = source.length(column);
            if (length < 0) {
                throw new IllegalArgumentException("key column " + column + " has no value");
            }
            hash = hash * 31 + length;
            for (int at = source.offset(column), end = at + length; at < end; at++) {
                hash = hash * 31 + bytes[at];
            }
        }
        // The low bits choose the slot: mix the high ones in.
        hash *= 0x9E3779B9;
        return hash ^ hash >>> 16;
    }

    /** Decides {@link #compare} nearly always: length and first seven bytes of the first key column. */
    private static long rank(Tuple key, int column) {
        int length = key.length(column);
        int at = key.offset(column);
        long r = Math.min(length, 255);
        for (int i = 0; i < 7; i++) {
            r = r << 8 | (i < length ? key.bytes()[at + i] & 0xFF : 0);
        }
        return r;
    }

    /**
     * Shorter first, then by bytes: numbers come in their own order, which is also the index's. Any fixed order does
     * against deadlocks.
     */
    int compare(KeyedRow other, int[] columns) {
        int c = Long.compareUnsigned(rank, other.rank);
        for (int i = 0; c == 0 && i < columns.length; i++) {
            c = compareValue(key, other.key, columns[i]);
        }
        return c;
    }

    private static int compareValue(Tuple a, Tuple b, int column) {
        int la = a.length(column);
        int lb = b.length(column);
        if (la != lb) {
            return Integer.compare(la, lb);
        }
        int oa = a.offset(column);
        int ob = b.offset(column);
        return Arrays.compareUnsigned(a.bytes(), oa, oa + la, b.bytes(), ob, ob + lb);
    }
}
