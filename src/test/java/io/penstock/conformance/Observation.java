package io.penstock.conformance;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What was seen when a case came to rest.
 *
 * @param caughtUp the loop says that it has applied everything
 * @param difference how source and target differ; empty when they give the same lines
 * @param stillEqualDifference the same for the tables that must be right whatever happens
 * @param rows what the target answered to {@code expect.sql}
 * @param refused statements of the case that the source refused although they were not marked
 * @param error the loop's error, as its status shows it; empty for none
 * @param announcements warnings of the status and lines of the log at level WARN and above
 */
record Observation(
        boolean caughtUp,
        String difference,
        String stillEqualDifference,
        List<String> rows,
        List<String> refused,
        String error,
        List<String> announcements) {
    static final Observation CLEAN = new Observation(true, "", "", List.of(), List.of(), "", List.of());

    Observation {
        rows = List.copyOf(rows);
        refused = List.copyOf(refused);
        announcements = List.copyOf(announcements);
    }

    /** True when an error or a warning names one of the objects, as a word of its own. */
    boolean announces(List<String> objects) {
        return objects.stream()
                .map(object -> Pattern.compile("(?U)(?<!\\w)" + Pattern.quote(object) + "(?!\\w)"))
                .anyMatch(word -> word.matcher(error).find()
                        || announcements.stream()
                                .anyMatch(line -> word.matcher(line).find()));
    }
}
