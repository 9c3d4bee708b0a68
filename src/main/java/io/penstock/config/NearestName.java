package io.penstock.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody who misspelt a name may have meant. */
public final class NearestName {
    private NearestName() {}

    /** The known name with the fewest edits to {@code typed}, where that is at most a third of its letters (2 at least). */
    public static Optional<String> of(String typed, Collection<String> known) {
        String best = null;
        int fewest = Math.max(2, typed.length() / 3) + 1;
        for (String name : known) {
            int edits = edits(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (edits < fewest && edits < name.length()) {
                fewest = edits;
                best = name;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other. */
    static int edits(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replace = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + replace);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
