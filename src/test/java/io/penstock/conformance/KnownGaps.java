package io.penstock.conformance;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Cases that are known to fail, each with its reason: {@code ID MODE REASON}, one a line, where mode {@code *} stands for
 * both. A listed case must fail, so that the list can't rot.
 */
record KnownGaps(Map<String, String> reasons) {
    static KnownGaps parse(String text) {
        Map<String, String> reasons = new LinkedHashMap<>();
        text.lines()
                .map(String::strip)
                .filter(l -> !l.isEmpty() && !l.startsWith("#"))
                .forEach(line -> {
                    String[] parts = line.split("\\s+", 3);
                    if (parts.length < 3) {
                        throw new IllegalArgumentException("a known gap needs case, mode and reason: " + line);
                    }
                    if (reasons.put(parts[0] + " " + parts[1], parts[2]) != null) {
                        throw new IllegalArgumentException("listed twice: " + line);
                    }
                });
        return new KnownGaps(reasons);
    }

    Optional<String> reason(String id, String mode) {
        return Optional.ofNullable(reasons.getOrDefault(id + " " + mode, reasons.get(id + " *")));
    }

    /** The problem to report, if any, for a case that ended with {@code problem}. */
    Optional<String> check(String id, String mode, Optional<String> problem) {
        return reason(id, mode).isEmpty()
                ? problem
                : problem.isPresent()
                        ? Optional.empty()
                        : Optional.of("passes now: remove it from the list of known gaps (" + id + " " + mode + ")");
    }
}
