package io.penstock.conformance;

import java.util.List;

/** Two lists of lines, and where they part. */
final class Lines {
    private static final int SHOWN = 5;
    private static final int SHOWN_CHARACTERS = 200;

    private Lines() {}

    static String difference(List<String> source, List<String> target) {
        StringBuilder text =
                new StringBuilder(source.size() + " lines from the source, " + target.size() + " from the target");
        int shown = 0;
        for (int i = 0; i < Math.max(source.size(), target.size()) && shown < SHOWN; i++) {
            String a = i < source.size() ? source.get(i) : "(none)";
            String b = i < target.size() ? target.get(i) : "(none)";
            if (!a.equals(b)) {
                shown++;
                text.append("\n  line ").append(i + 1).append(" source: ").append(shortened(a));
                text.append("\n  line ").append(i + 1).append(" target: ").append(shortened(b));
            }
        }
        return text.toString();
    }

    private static String shortened(String line) {
        return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + " …";
    }
}
