package io.penstock.bus;

/** Bytes from the bus are not what they should be: another version, cut off, or bent. Holds no row data. */
public final class UnreadableMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableMessageException(String message) {
        super(message);
    }

    public UnreadableMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
