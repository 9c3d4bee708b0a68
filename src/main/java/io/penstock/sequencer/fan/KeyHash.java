package io.penstock.sequencer.fan;

import io.penstock.model.Tuple;

/**
 * The hash that decides a key's shard. It is written down here and may never change without a new {@link #VERSION},
 * since progress rows of shards mean nothing under another one. FNV-1a over the bytes of the key's values, 64 bits,
 * with the length of each value mixed in, then a final avalanche (Fowler, Noll, Vo; the finalizer is MurmurHash3's).
 *
 * <p>The last value of a key that is a whole number counts without its last two digits: a hundred neighbours, which is
 * about what a page of a table or an index holds, go to one shard, so that shards don't meet on the same pages.
 */
final class KeyHash {
    static final int VERSION = 2;

    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;
    private static final int NEIGHBOUR_DIGITS = 2;

    private KeyHash() {}

    static long of(CharSequence text) {
        long h = OFFSET;
        for (int i = 0; i < text.length(); i++) {
            h = (h ^ text.charAt(i)) * PRIME;
        }
        return avalanche(h);
    }

    /** @param seed separates tables; @param key column indexes */
    static long of(long seed, Tuple tuple, int[] key) {
        byte[] bytes = tuple.bytes();
        long h = OFFSET ^ seed;
        for (int i = 0; i < key.length; i++) {
            int length = tuple.length(key[i]);
            int counted = i == key.length - 1 ? withoutNeighbours(bytes, tuple.offset(key[i]), length) : length;
            h = (h ^ length) * PRIME;
            for (int at = tuple.offset(key[i]), end = at + counted; at < end; at++) {
                h = (h ^ (bytes[at] & 0xff)) * PRIME;
            }
        }
        return avalanche(h);
    }

    /** How many of the value's bytes count. */
    private static int withoutNeighbours(byte[] bytes, int from, int length) {
        for (int at = from; at < from + length; at++) {
            if (bytes[at] < '0' || bytes[at] > '9') {
                return length;
            }
        }
        return length > NEIGHBOUR_DIGITS ? length - NEIGHBOUR_DIGITS : Math.max(length, 0);
    }

    private static long avalanche(long hash) {
        long h = hash;
        h ^= h >>> 33;
        h *= 0xff51afd7ed558ccdL;
        h ^= h >>> 33;
        h *= 0xc4ceb9fe1a85ec53L;
        return h ^ (h >>> 33);
    }
}
