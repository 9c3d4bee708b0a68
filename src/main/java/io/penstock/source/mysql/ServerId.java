package io.penstock.source.mysql;

import io.penstock.config.LoopConfig;

/** The number under which a loop reads the log. The server ends an earlier reader of the same number. */
final class ServerId {
    private static final long FIRST = 1_000_000_000L;
    private static final long COUNT = 1_000_000_000L;

    private ServerId() {}

    /** The same on every node, so that a new owner of the loop ends the connection of the one before. */
    static long of(LoopConfig loop) {
        long hash = 0xcbf29ce484222325L;
        String text = loop.name() + " " + loop.target().url();
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return FIRST + Math.floorMod(hash, COUNT);
    }
}
