package io.penstock.config;

/** A text that must not be printed. {@link #reveal()} is for the client libraries that need it. */
public record Secret(String reveal) {
    public static final Secret NONE = new Secret("");

    @Override
    public String toString() {
        return reveal.isEmpty() ? "" : "***";
    }
}
