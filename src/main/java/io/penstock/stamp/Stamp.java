package io.penstock.stamp;

/**
 * A position in a source's history: all transactions up to and including the one it names. Stamps of one source are
 * compared with each other; the progress store keeps {@link #text()} and gets the same stamp back from
 * {@link #parse(String)}.
 */
public sealed interface Stamp permits LsnStamp {

    /** Where this stamp lies as seen from {@code other}; {@link Order#UNRELATED} for stamps of another kind. */
    Order compare(Stamp other);

    /** The canonical text: equal stamps have equal texts. */
    String text();

    /**
     * {@link #text()} with what identifies the transaction beside its place, where the two differ: what a
     * snapshot of the source is asked for. {@link #parse} reads it too.
     */
    String textWithTransaction();

    /** False for a place between transactions. */
    boolean namesTransaction();

    /** True when all that this stamp names is covered by {@code other}. */
    default boolean isCoveredBy(Stamp other) {
        return compare(other).isCovered();
    }

    /**
     * Reads what {@link #text()} or {@link #textWithTransaction()} wrote.
     *
     * @throws UnreadableStampException with the text in its message; never a guess
     */
    static Stamp parse(String text) {
        return LsnStamp.parse(text);
    }
}
