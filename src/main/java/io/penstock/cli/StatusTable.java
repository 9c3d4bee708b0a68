package io.penstock.cli;

import io.penstock.bus.LoopStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Loops as lines for a terminal: a row a loop, and under it what a person has to know. */
final class StatusTable {
    private static final List<String> HEAD =
            List.of("LOOP", "STATE", "MODE", "NODE", "LAG", "ROWS APPLIED", "CONSISTENT POINT");
    private static final String GAP = "  ";

    private StatusTable() {}

    static List<String> lines(List<LoopStatus> loops) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        loops.forEach(loop -> rows.add(row(loop)));
        int[] widths = new int[HEAD.size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        List<String> lines = new ArrayList<>();
        lines.add(padded(HEAD, widths));
        for (LoopStatus loop : loops) {
            lines.add(padded(row(loop), widths));
            lines.addAll(notes(loop));
        }
        return lines;
    }

    private static List<String> row(LoopStatus loop) {
        return List.of(
                loop.name().text(),
                loop.state().name(),
                loop.mode() == null ? "-" : loop.mode().name().toLowerCase(Locale.ROOT),
                loop.node() == null ? "-" : loop.node(),
                loop.lagSeconds() == null ? "-" : String.format(Locale.ROOT, "%.1f s", loop.lagSeconds()),
                String.format(Locale.ROOT, "%,d", loop.rowsApplied()),
                loop.consistentPoint() == null ? "-" : loop.consistentPoint());
    }

    private static List<String> notes(LoopStatus loop) {
        List<String> notes = new ArrayList<>();
        notes.addAll(CopyLines.of(loop.backfill()));
        loop.warnings().forEach(warning -> notes.add("warning: " + warning));
        if (loop.error() != null) {
            notes.add("error: "
                    + (loop.error().where() == null ? "" : loop.error().where() + ": ")
                    + loop.error().what());
            if (loop.error().remedy() != null && !loop.error().remedy().isEmpty()) {
                notes.add("remedy: " + loop.error().remedy());
            }
        }
        return notes.stream().map(note -> GAP + GAP + note).toList();
    }

    private static String padded(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(row.get(i))
                    .append(" ".repeat(widths[i] - row.get(i).length()))
                    .append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
