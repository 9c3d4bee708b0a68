package io.penstock.target;

import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Folds the mutations of a table without a key: equal rows can't be told apart, so all that counts is how many copies
 * of each come or go. As long as only inserts come, nothing is hashed.
 */
final class KeylessFold implements Fold.TableFold {
    private final TableSchema table;
    private final List<Tuple> inserts = new ArrayList<>();
    private Map<Tuple, Net> net;

    KeylessFold(TableSchema table) {
        this.table = table;
    }

    @Override
    public TableSchema table() {
        return table;
    }

    @Override
    public boolean add(RowMutation mutation) {
        if (mutation instanceof Insert insert) {
            if (net == null) {
                inserts.add(insert.row());
            } else {
                count(insert.row(), 1);
            }
            return true;
        }
        startCounting();
        if (mutation instanceof Delete delete) {
            count(Fold.rowBefore(delete), -1);
        } else if (mutation instanceof Update update) {
            count(Fold.rowBefore(update), -1);
            count(Fold.rowAfter(update), 1);
        }
        return true;
    }

    private void startCounting() {
        if (net == null) {
            net = new LinkedHashMap<>();
            for (Tuple row : inserts) {
                count(row, 1);
            }
            inserts.clear();
        }
    }

    private void count(Tuple row, int copies) {
        net.computeIfAbsent(row, r -> new Net()).copies += copies;
    }

    @Override
    public TableChanges changes() {
        if (net == null) {
            return new TableChanges.Keyless(table, inserts, List.of());
        }
        List<TableChanges.Counted> deletes = new ArrayList<>();
        net.forEach((row, n) -> {
            for (int i = 0; i < n.copies; i++) {
                inserts.add(row);
            }
            if (n.copies < 0) {
                deletes.add(new TableChanges.Counted(row, -n.copies));
            }
        });
        return new TableChanges.Keyless(table, inserts, deletes);
    }

    /** A count that changes in place. */
    private static final class Net {
        int copies;
    }
}
