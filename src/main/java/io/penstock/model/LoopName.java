package io.penstock.model;

import java.util.regex.Pattern;

/** The name of a replication loop; it appears in addresses, slot names, metrics and progress rows. */
public record LoopName(String text) implements Comparable<LoopName> {
    /** Short enough for a slot name of 63 bytes with a prefix and a suffix. */
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}");

    public LoopName {
        if (text == null || !LEGAL.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "\"" + text
                            + "\" is no loop name: 1 to 40 letters, digits, underscores and hyphens, the first a letter or digit");
        }
    }

    @Override
    public int compareTo(LoopName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
