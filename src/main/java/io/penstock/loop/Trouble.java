package io.penstock.loop;

import io.penstock.lease.LeaseException;
import io.penstock.source.SourceException;
import io.penstock.target.TargetException;

/**
 * A failure as the loop sees it: what can be done about it.
 *
 * @param what for people
 * @param where source, target, or the part of the node
 * @param remedy never empty: where the one who failed knew none, what the kind allows to say
 */
record Trouble(Kind kind, String what, String where, String remedy) {
    private static final String NODE = "node";

    Trouble {
        remedy = remedy == null || remedy.isBlank() ? kind.remedy(where) : remedy;
    }

    /** What the loop does about it. */
    enum Kind {
        /** Waits and tries again. */
        RETRY,
        /** The rows were refused: what the target knows of types may be old, or folding may be at fault. */
        DATA,
        /** Another reign has taken over. */
        FENCED,
        /** Stops until somebody has mended it. */
        FINAL;

        private String remedy(String where) {
            return switch (this) {
                case RETRY ->
                    "the loop tries again by itself; if it stays so, check that the " + where
                            + " is up and can be reached from here";
                case FENCED -> "none is needed: the loop runs elsewhere, or takes itself up again";
                case DATA, FINAL -> "mend what the message names, then resume the loop";
            };
        }
    }

    static Trouble leaseLost(String why) {
        return new Trouble(Kind.FENCED, "the lease was lost: " + why, "cluster", "");
    }

    static Trouble of(Throwable cause) {
        if (cause instanceof SourceException e) {
            Kind kind = e.kind() == SourceException.Kind.RETRYABLE ? Kind.RETRY : Kind.FINAL;
            return new Trouble(kind, e.getMessage(), "source", e.remedy());
        }
        if (cause instanceof TargetException e) {
            Kind kind =
                    switch (e.kind()) {
                        case RETRYABLE, ROW_EXISTS -> Kind.RETRY;
                        case DATA -> Kind.DATA;
                        case FENCED -> Kind.FENCED;
                        case FINAL -> Kind.FINAL;
                    };
            return new Trouble(kind, e.getMessage(), "target", e.remedy());
        }
        if (cause instanceof LeaseException e) {
            return new Trouble(Kind.RETRY, e.getMessage(), "cluster", e.remedy());
        }
        // Unforeseen: a defect of ours, or of a library. A reset is safe, and may be all it takes.
        return new Trouble(Kind.RETRY, String.valueOf(cause), NODE, "");
    }

    /** Neither source nor target said what it is. */
    boolean isUnforeseen() {
        return where.equals(NODE);
    }
}
