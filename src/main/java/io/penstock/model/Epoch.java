package io.penstock.model;

/** The number of a reign over a loop. It only grows; the target refuses writes of any but the highest. */
public record Epoch(long number) {
    public Epoch {
        if (number < 0) {
            throw new IllegalArgumentException("epoch " + number + " is negative");
        }
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
