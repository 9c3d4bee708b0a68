package io.penstock.progress;

import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.stamp.Stamp;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Reads rows of the progress tables. What can't be read is refused with the row's name and what it holds. */
final class ProgressRows {
    private ProgressRows() {}

    /** @param rows at least one: the loop's, each joined with one lane's, or with none */
    static LoopProgress read(LoopName loop, List<Map<String, Object>> rows) {
        Map<String, Object> first = rows.get(0);
        String row = "progress row of loop " + loop;
        CopyState copy = read(row, first, "copy_state", ProgressRows::copyState);
        Stamp copyFinished = read(row, first, "copy_stamp", Stamp::parse);
        if ((copyFinished != null) != (copy == CopyState.DONE)) {
            throw Refusal.unreadable(row, "copy_stamp", first.get("copy_stamp"), null);
        }
        return new LoopProgress(
                new Epoch(number(row, first, "epoch")),
                (String) first.get("source_identity"),
                read(row, first, "consistent_point", Stamp::parse),
                (String) first.get("routing"),
                copy,
                copyFinished,
                (String) first.get("unseen"),
                lanes(loop, rows));
    }

    private static Map<Lane, LanePosition> lanes(LoopName loop, List<Map<String, Object>> rows) {
        Map<Lane, LanePosition> lanes = new HashMap<>();
        for (Map<String, Object> row : rows) {
            if (row.get("lane") == null) {
                continue;
            }
            String name = "progress row of loop " + loop + ", lane " + row.get("lane");
            Lane lane = read(name, row, "lane", Lane::parse);
            Stamp stamp = read(name, row, "stamp", Stamp::parse);
            lanes.put(lane, new LanePosition(stamp, number(name, row, "ordinal")));
        }
        return lanes;
    }

    private static <T> T read(String row, Map<String, Object> values, String column, Function<String, T> parse) {
        String text = (String) values.get(column);
        try {
            return text == null ? null : parse.apply(text);
        } catch (RuntimeException e) {
            throw Refusal.unreadable(row, column, text, e);
        }
    }

    private static long number(String row, Map<String, Object> values, String column) {
        if (values.get(column) instanceof Number number && number.longValue() >= 0) {
            return number.longValue();
        }
        throw Refusal.unreadable(row, column, values.get(column), null);
    }

    private static CopyState copyState(String text) {
        return CopyState.valueOf(text.toUpperCase(Locale.ROOT));
    }
}
