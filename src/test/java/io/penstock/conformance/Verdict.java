package io.penstock.conformance;

import io.penstock.conformance.ConformanceCase.Facts;
import io.penstock.model.TableName;
import java.util.List;
import java.util.Optional;

/** Judges what was seen by what the case expects. Each answer is a problem, or empty where the case passes. */
final class Verdict {
    private Verdict() {}

    static Optional<String> judge(Facts facts, List<String> expectedRows, Observation seen) {
        if (!seen.refused().isEmpty() && !facts.changesMayFail()) {
            return Optional.of("the source refused: " + seen.refused());
        }
        return switch (facts.expect()) {
            case EQUAL -> equal(seen);
            case ROWS -> rows(expectedRows, seen);
            case ERROR -> error(facts, seen);
        };
    }

    private static Optional<String> equal(Observation seen) {
        if (!seen.caughtUp()) {
            return Optional.of(
                    "did not catch up; error: " + shown(seen.error()) + " difference: " + shown(seen.difference()));
        }
        return seen.difference().isEmpty() ? Optional.empty() : Optional.of("not equal: " + seen.difference());
    }

    private static Optional<String> rows(List<String> expected, Observation seen) {
        if (!seen.caughtUp()) {
            return Optional.of("did not catch up; error: " + shown(seen.error()));
        }
        return seen.rows().equals(expected)
                ? Optional.empty()
                : Optional.of("other rows than expected\n  expected " + expected + "\n  found    " + seen.rows());
    }

    /** A wrong result must be announced; a right one counts only where the case accepts it. */
    private static Optional<String> error(Facts facts, Observation seen) {
        if (!seen.stillEqualDifference().isEmpty()) {
            return Optional.of("tables that must be right are not: " + seen.stillEqualDifference() + "; error: "
                    + shown(seen.error()));
        }
        if (seen.announces(objects(facts))) {
            return Optional.empty();
        }
        if (!seen.refused().isEmpty()) {
            return Optional.of("a statement was refused and nothing announced it: " + seen.refused());
        }
        boolean right = seen.caughtUp() && seen.difference().isEmpty();
        if (right && facts.acceptEqual()) {
            return Optional.empty();
        }
        return Optional.of((right ? "an error was due and did not come" : "wrong, and no error names " + objects(facts))
                + "; error: " + shown(seen.error()) + " difference: " + shown(seen.difference()));
    }

    /** What an error has to name: the tables in question, without those that stay right. */
    static List<String> objects(Facts facts) {
        List<TableName> right = ConformanceCase.names(facts.stillEqual(), "public");
        return ConformanceCase.names(facts.tables(), "public").stream()
                .filter(table -> !right.contains(table))
                .map(TableName::table)
                .toList();
    }

    private static String shown(String text) {
        return text.isEmpty() ? "none;" : text + ";";
    }
}
