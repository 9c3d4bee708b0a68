package io.penstock.target;

import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Folds the mutations of a table with a key: what is left of a key is one upsert, one partial update or one delete.
 * Open addressing over the bytes of the key; one object a key, none a mutation.
 */
final class KeyedFold implements Fold.TableFold {
    private final TableSchema table;
    private final int[] key;
    private KeyedRow[] slots = new KeyedRow[64];
    private int used;

    KeyedFold(TableSchema table) {
        this.table = table;
        this.key = table.keyIndexes();
    }

    @Override
    public TableSchema table() {
        return table;
    }

    @Override
    public boolean add(RowMutation mutation) {
        Tuple source = mutation.keySource();
        int hash = KeyedRow.hash(source, key);
        int at = slotOf(source, hash);
        KeyedRow row = slots[at];
        if (row == null) {
            row = new KeyedRow(source, hash, mutation instanceof Insert);
            slots[at] = row;
            if (++used * 2 > slots.length) {
                grow();
            }
        }
        if (mutation instanceof Insert insert) {
            row.put(insert.row());
            return true;
        }
        if (mutation instanceof Delete) {
            row.delete();
            return true;
        }
        return row.update(Fold.rowAfter((Update) mutation));
    }

    private int slotOf(Tuple source, int hash) {
        int mask = slots.length - 1;
        int at = hash & mask;
        while (slots[at] != null && !slots[at].isKey(source, hash, key)) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        KeyedRow[] old = slots;
        slots = new KeyedRow[old.length * 2];
        int mask = slots.length - 1;
        for (KeyedRow row : old) {
            if (row != null) {
                int at = row.hash() & mask;
                while (slots[at] != null) {
                    at = at + 1 & mask;
                }
                slots[at] = row;
            }
        }
    }

    @Override
    public TableChanges changes() {
        List<Tuple> deletes = new ArrayList<>();
        List<Tuple> inserts = new ArrayList<>();
        List<Tuple> upserts = new ArrayList<>();
        Map<ColumnMask, List<Tuple>> partials = new LinkedHashMap<>();
        int expected = 0;
        for (KeyedRow row : sorted()) {
            switch (row.state()) {
                case UPSERT -> (row.isBornHere() ? inserts : upserts).add(row.row());
                case PARTIAL ->
                    partials.computeIfAbsent(ColumnMask.of(row.row()), m -> new ArrayList<>())
                            .add(row.row());
                case DELETE -> {
                    deletes.add(row.key());
                    expected += row.isBornHere() ? 0 : 1;
                }
            }
        }
        List<TableChanges.Partial> groups = new ArrayList<>(partials.size());
        partials.forEach((mask, rows) -> groups.add(new TableChanges.Partial(mask, rows)));
        return new TableChanges.Keyed(table, deletes, expected, inserts, upserts, groups);
    }

    private KeyedRow[] sorted() {
        KeyedRow[] rows = new KeyedRow[used];
        int n = 0;
        for (KeyedRow row : slots) {
            if (row != null) {
                row.rankBy(key);
                rows[n++] = row;
            }
        }
        Arrays.sort(rows, (a, b) -> a.compare(b, key));
        return rows;
    }
}
