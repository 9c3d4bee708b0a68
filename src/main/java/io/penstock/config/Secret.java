package io.penstock.config;

import com.fasterxml.jackson.annotation.JsonValue;

/** A text that must not be printed, nor written as JSON. {@link #reveal()} is for the client libraries that need it. */
public record Secret(String reveal) {
    public static final Secret NONE = new Secret("");

    @Override
    @JsonValue
    public String toString() {
        return reveal.isEmpty() ? "" : "***";
    }
}
