package io.penstock.lease;

/** This node can't have a lease now; the message says why. */
public final class LeaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    LeaseException(String what, String remedy) {
        super(what, null, false, false);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
