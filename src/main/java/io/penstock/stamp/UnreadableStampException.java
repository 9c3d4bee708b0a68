package io.penstock.stamp;

/** A text that was to be a stamp is none. A position is never guessed, so nothing goes on from here. */
public final class UnreadableStampException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableStampException(String text, String expected) {
        super("not a position: \"" + text + "\" (expected " + expected + ")");
    }
}
