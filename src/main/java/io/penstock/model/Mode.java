package io.penstock.model;

/** How mutations are applied. */
public enum Mode {
    /** Whole source transactions, in order: readers of the target see only states that the source had. */
    SERIAL,
    /** Many lanes at once; the order is kept for each key, transaction borders are not. */
    FAN
}
