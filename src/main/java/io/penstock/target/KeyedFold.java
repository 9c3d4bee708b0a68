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
 * Folds the mutations of a table with a key: what is left of a key is one upsert, one partial update or one delete.
 * Open addressing over the bytes of the key; one object a key, none a mutation.
 */
final class KeyedFold implements Fold.TableFold {
    private final TableSchema table;
    private final int[] key;
    private KeyedRow[] slots = new KeyedRow[64];
    /** In the order in which their keys came: often that is the keys' order, and then there is little to sort. */
    private final List<KeyedRow> rows = new ArrayList<>();

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
            row = new KeyedRow(source, hash, key, mutation instanceof Insert);
            slots[at] = row;
            rows.add(row);
            if (rows.size() * 2 > slots.length) {
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
        slots = new KeyedRow[slots.length * 2];
        int mask = slots.length - 1;
        for (KeyedRow row : rows) {
            int at = row.hash() & mask;
            while (slots[at] != null) {
                at = at + 1 & mask;
            }
            slots[at] = row;
        }
    }

    @Override
    public TableChanges changes() {
        List<Tuple> deletes = new ArrayList<>();
        List<Tuple> inserts = new ArrayList<>();
        List<Tuple> upserts = new ArrayList<>();
        Map<ColumnMask, List<Tuple>> partials = new LinkedHashMap<>();
        int expected = 0;
        rows.sort((a, b) -> a.compare(b, key));
        for (KeyedRow row : rows) {
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
}
