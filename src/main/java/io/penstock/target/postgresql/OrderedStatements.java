package io.penstock.target.postgresql;

import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.Tuple;
import io.penstock.target.ColumnMask;
import io.penstock.target.Fold;
import io.penstock.target.TableChanges.Counted;
import java.util.List;

/** Sends mutations one by one, as the source made them. */
final class OrderedStatements {
    private final WritePlans plans;

    OrderedStatements(WritePlans plans) {
        this.plans = plans;
    }

    void send(List<RowMutation> mutations, LaneTransaction to) {
        for (RowMutation mutation : mutations) {
            TableStatements table = plans.of(mutation.table());
            to.constraints(table.plan().inSourceOrder());
            if (mutation.table().isKeyless()) {
                sendKeyless(mutation, table, to);
            } else {
                to.scans(!table.plan().arbiter() && !table.plan().inSourceOrder());
                sendKeyed(mutation, table, to);
            }
        }
    }

    private static void sendKeyed(RowMutation mutation, TableStatements table, LaneTransaction to) {
        Place place = new Place.Single(mutation);
        boolean strict = table.plan().inSourceOrder();
        if (mutation instanceof Insert insert) {
            // Under a deferrable key the row that is there may be about to move away: it must not be overwritten.
            if (strict) {
                table.insert(List.of(insert.row()), to, place);
            } else {
                table.upsert(List.of(insert.row()), to, place);
            }
        } else if (mutation instanceof Delete delete) {
            table.delete(List.of(delete.old()), 1, to, place);
        } else if (mutation instanceof Update update) {
            Tuple after = Fold.rowAfter(update);
            if (update.movesKey() || (strict && after.isComplete())) {
                table.moves(List.of(update.keySource()), List.of(after), to, place);
            } else if (after.isComplete()) {
                table.upsert(List.of(after), to, place);
            } else {
                table.partial(ColumnMask.of(after), List.of(after), to, place);
            }
        }
    }

    private static void sendKeyless(RowMutation mutation, TableStatements table, LaneTransaction to) {
        Place place = new Place.Single(mutation);
        if (!(mutation instanceof Insert)) {
            to.scans(true);
            table.deleteCopies(List.of(new Counted(Fold.rowBefore(mutation), 1)), to, place);
        }
        if (mutation instanceof Insert insert) {
            table.insert(List.of(insert.row()), to, place);
        } else if (mutation instanceof Update update) {
            table.insert(List.of(Fold.rowAfter(update)), to, place);
        }
    }
}
