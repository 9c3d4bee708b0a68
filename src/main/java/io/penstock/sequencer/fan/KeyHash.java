package io.penstock.sequencer.fan;

import io.penstock.model.Tuple;

/**
 * The hash that decides a key's shard. It is written down here and may never change without a new {@link #VERSION},
 * since progress rows of shards mean nothing under another one. FNV-1a over the bytes of the key's values, 64 bits,
 * with the length of each value mixed in, then a final avalanche (Fowler, Noll, Vo; the finalizer is MurmurHash3's).
 */
final class KeyHash {
    static final int VERSION = 1;

    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

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
        for (int column : key) {
            int length = tuple.length(column);
            h = (h ^ length) * PRIME;
            for (int at = tuple.offset(column), end = at + Math.max(length, 0); at < end; at++) {
                h = (h ^ (bytes[at] & 0xff)) * PRIME;
            }
        }
        return avalanche(h);
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
