package io.penstock.lease;

/**
 * What stands in the map of leases, as text: {@code token node}.
 *
 * @param token of one life of a node: another one after each start
 * @param node the node's name
 */
record LeaseEntry(String token, String node) {
    private static final String FREE = "-";

    /** Nobody's: the node gave it back in order, with all work done. */
    static LeaseEntry free(String node) {
        return new LeaseEntry(FREE, node);
    }

    boolean isFree() {
        return token.equals(FREE);
    }

    /** Null for null, and for what another version wrote in a way that is not known. */
    static LeaseEntry parse(String text) {
        int space = text == null ? -1 : text.indexOf(' ');
        return space < 1 ? null : new LeaseEntry(text.substring(0, space), text.substring(space + 1));
    }

    String text() {
        return token + " " + node;
    }
}
