package io.penstock.source;

/** A source refused or broke. Says what, where and how to mend it; never holds a password. */
public final class SourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether trying again can help. */
    public enum Kind {
        RETRYABLE,
        FINAL
    }

    private final Kind kind;
    private final String remedy;

    public SourceException(Kind kind, String message, String remedy, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.remedy = remedy;
    }

    public static SourceException retryable(String message, Throwable cause) {
        return new SourceException(Kind.RETRYABLE, message, "", cause);
    }

    public static SourceException fatal(String message, String remedy) {
        return new SourceException(Kind.FINAL, message, remedy, null);
    }

    public Kind kind() {
        return kind;
    }

    /** What the operator can do; empty for errors that mend themselves. */
    public String remedy() {
        return remedy;
    }
}
