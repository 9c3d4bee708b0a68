package io.penstock.target;

import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves of one table in source order of which none starts where one before it has gone: so each moves a row that was
 * there before the first, and all can be found at once.
 */
final class MoveGroup {
    private final TableSchema table;
    private final int[] key;
    private final List<Update> moves = new ArrayList<>();
    private Tuple[] taken = new Tuple[16];

    MoveGroup(TableSchema table) {
        this.table = table;
        this.key = table.keyIndexes();
    }

    /** Takes the move, or returns false when it is another table's or has to wait for those before it. */
    boolean add(Update move) {
        if (move.table() != table || taken[slotOf(move.keySource())] != null) {
            return false;
        }
        moves.add(move);
        if (moves.size() * 2 > taken.length) {
            grow();
        }
        Tuple after = Fold.rowAfter(move);
        taken[slotOf(after)] = after;
        return true;
    }

    Stretch.Moves stretch() {
        return new Stretch.Moves(table, moves);
    }

    private int slotOf(Tuple tuple) {
        int mask = taken.length - 1;
        int at = KeyedRow.hash(tuple, key) & mask;
        while (taken[at] != null && !isSameKey(taken[at], tuple)) {
            at = at + 1 & mask;
        }
        return at;
    }

    private boolean isSameKey(Tuple a, Tuple b) {
        for (int column : key) {
            if (!a.sameValue(column, b, column)) {
                return false;
            }
        }
        return true;
    }

    private void grow() {
        Tuple[] old = taken;
        taken = new Tuple[old.length * 2];
        for (Tuple tuple : old) {
            if (tuple != null) {
                taken[slotOf(tuple)] = tuple;
            }
        }
    }
}
