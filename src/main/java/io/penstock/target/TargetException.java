package io.penstock.target;

/**
 * A target refused or broke. The message names table, constraint or column where they are known, and never holds row
 * data or a password.
 */
public final class TargetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is to be done about it. */
    public enum Kind {
        /** Trying the same again can help: deadlock, serialization, lock timeout, connection, server restarting. */
        RETRYABLE,
        /** The rows themselves are refused (constraint, cast): trying in source order can help, repeating can't. */
        DATA,
        /** A row that ought to be new is there already: sent again, it will be written over. */
        ROW_EXISTS,
        /** Nothing here can help: rights, missing objects, wrong configuration. */
        FINAL,
        /** Another reign owns the loop, or the lane's position is not the expected one. */
        FENCED
    }

    private final Kind kind;
    private final String code;
    private final String remedy;

    public TargetException(Kind kind, String code, String message, String remedy, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.code = code;
        this.remedy = remedy;
    }

    public Kind kind() {
        return kind;
    }

    /** The product's own error code (SQLSTATE), or empty. */
    public String code() {
        return code;
    }

    /** What the operator can do; empty where nothing is known. */
    public String remedy() {
        return remedy;
    }
}
