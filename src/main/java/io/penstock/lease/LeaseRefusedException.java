package io.penstock.lease;

/** This node may not run a loop; the message says why. */
public final class LeaseRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    LeaseRefusedException(String what, String remedy) {
        super(what, null, false, false);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
