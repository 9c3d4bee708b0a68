package io.penstock.stamp;

/** How one stamp lies to another. Unrelated is an answer of its own: it is never taken for equal. */
public enum Order {
    BEFORE,
    EQUAL,
    AFTER,
    UNRELATED;

    /** True when what the first stamp names is part of what the second one covers. */
    public boolean isCovered() {
        return this == BEFORE || this == EQUAL;
    }

    /** The order of two numbers that live on one line. */
    static Order ofUnsigned(long a, long b) {
        int c = Long.compareUnsigned(a, b);
        return c < 0 ? BEFORE : c > 0 ? AFTER : EQUAL;
    }

    /** The order of two stamps that have several parts, from the order of a further part. */
    Order and(Order part) {
        return this == EQUAL || this == part ? part : part == EQUAL ? this : UNRELATED;
    }
}
