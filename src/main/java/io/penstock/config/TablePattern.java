package io.penstock.config;

import io.penstock.model.TableName;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which tables: a glob for the schema and one for the table, where {@code *} stands for any characters and {@code ?}
 * for one. A part written in double quotes is taken literally, with {@code ""} for a quote; so is one in backquotes.
 */
public record TablePattern(Part schema, Part table) {
    /** Where a pattern names the table only, and nothing else says where it lies. */
    public static final String DEFAULT_SCHEMA = "public";

    /**
     * One half of a pattern.
     *
     * @param literal the exact name, or null for a glob
     */
    public record Part(String text, String literal, Pattern regex) {
        boolean matches(String name) {
            return literal == null ? regex.matcher(name).matches() : literal.equals(name);
        }
    }

    /**
     * Reads a pattern as the operator writes it.
     *
     * @param defaultSchema taken literally where the text has one part only
     */
    public static TablePattern parse(String text, String defaultSchema) {
        return TablePatternText.parse(text, defaultSchema);
    }

    /** What is wrong with a pattern of two parts, if anything is. */
    public static Optional<String> problem(String text) {
        try {
            TablePattern.parse(text, DEFAULT_SCHEMA);
            return Optional.empty();
        } catch (BadValueException e) {
            return Optional.of(e.getMessage());
        }
    }

    public boolean matches(TableName name) {
        return schema.matches(name.schema()) && table.matches(name.table());
    }

    /** True when it can match one table only. */
    public boolean isExact() {
        return schema.literal() != null && table.literal() != null;
    }

    @Override
    public String toString() {
        return schema.text() + "." + table.text();
    }
}
