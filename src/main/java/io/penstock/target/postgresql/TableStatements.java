package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import io.penstock.model.Tuple;
import io.penstock.target.ColumnMask;
import io.penstock.target.TableChanges.Counted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The statements for rows of one shape; their texts are made once. */
final class TableStatements {
    private final WritePlan plan;
    private final FreshRows fresh;
    private final int[] written;
    private final int[] keyed;
    private final Map<ColumnMask, String> partials = new HashMap<>();
    private final Map<ColumnMask, String> moves = new HashMap<>();
    private String insert;
    private String upsert;
    private String delete;
    private String anyPartial;
    private String moveWhole;
    private String deleteCopies;

    TableStatements(WritePlan plan, FreshRows fresh) {
        this.plan = plan;
        this.fresh = fresh;
        this.written = plan.written();
        this.keyed = ParameterLayout.union(plan.written(), plan.key());
    }

    WritePlan plan() {
        return plan;
    }

    private TableName table() {
        return plan.schema().name();
    }

    void insert(List<Tuple> rows, LaneTransaction to) {
        insert(rows, to, new Place.Rows(table(), "insert of", rows.size()));
    }

    void insert(List<Tuple> rows, LaneTransaction to, Place place) {
        if (written.length == 0) {
            to.rows(PostgresStatementsSql.insertEmpty(plan), RowBinding.number(rows.size()), place);
            return;
        }
        insert = insert == null ? PostgresStatementsSql.insert(plan) : insert;
        to.rows(insert, RowBinding.rows(written, rows), place);
    }

    /**
     * Inserts rows that ought to be new, which is much cheaper than asking for each whether it is. Where one was there
     * after all, the transaction fails with ROW_EXISTS, and the table's rows are upserted from then on.
     */
    void insertNew(List<Tuple> rows, LaneTransaction to) {
        if (!plan.arbiter() || !fresh.holdsFor(table())) {
            upsert(rows, to);
            return;
        }
        insert = insert == null ? PostgresStatementsSql.insert(plan) : insert;
        to.rows(insert, RowBinding.rows(written, rows), new Place.NewRows(table(), rows.size()))
                .onFailure(error -> fresh.failed(table(), error));
    }

    void upsert(List<Tuple> rows, LaneTransaction to) {
        upsert(rows, to, new Place.Rows(table(), "upsert of", rows.size()));
    }

    void upsert(List<Tuple> rows, LaneTransaction to, Place place) {
        if (plan.identityBesideKey()) {
            // UPDATE may not set such a column, INSERT may.
            delete(rows, 0, to, place);
            insert(rows, to, place);
            return;
        }
        upsert = upsert == null ? PostgresStatementsSql.upsert(plan) : upsert;
        to.rows(upsert, RowBinding.rows(plan.arbiter() ? written : keyed, rows), place);
    }

    void partial(ColumnMask mask, List<Tuple> rows, LaneTransaction to) {
        partial(mask, rows, to, new Place.Rows(table(), "update of", rows.size()));
    }

    void partial(ColumnMask mask, List<Tuple> rows, LaneTransaction to, Place place) {
        String sql = partials.computeIfAbsent(mask, m -> PostgresStatementsSql.partial(plan, m));
        to.rows(sql, RowBinding.rows(ParameterLayout.present(plan, mask), rows), place);
    }

    void anyPartial(List<Tuple> rows, LaneTransaction to) {
        anyPartial = anyPartial == null ? PostgresStatementsSql.anyPartial(plan) : anyPartial;
        to.rows(anyPartial, RowBinding.withPresence(keyed, rows), new Place.Rows(table(), "update of", rows.size()));
    }

    void delete(List<Tuple> rows, int expected, LaneTransaction to) {
        delete(rows, expected, to, new Place.Rows(table(), "delete of", rows.size()));
    }

    void delete(List<Tuple> rows, int expected, LaneTransaction to, Place place) {
        delete = delete == null ? PostgresStatementsSql.delete(plan) : delete;
        to.rows(delete, RowBinding.rows(plan.key(), rows), place, table(), expected);
    }

    /** Removes copies of rows of a keyless table. */
    void deleteCopies(List<Counted> rows, LaneTransaction to) {
        long copies = rows.stream().mapToLong(Counted::copies).sum();
        deleteCopies(rows, to, new Place.Rows(table(), "delete of", (int) Math.min(copies, Integer.MAX_VALUE)));
    }

    void deleteCopies(List<Counted> rows, LaneTransaction to, Place place) {
        long copies = rows.stream().mapToLong(Counted::copies).sum();
        if (written.length == 0) {
            to.rows(PostgresStatementsSql.deleteEmpty(plan), RowBinding.number(copies), place, table(), copies);
            return;
        }
        deleteCopies = deleteCopies == null ? PostgresStatementsSql.deleteCopies(plan) : deleteCopies;
        to.rows(deleteCopies, RowBinding.withCopies(written, rows), place, table(), copies);
    }

    void moves(List<Tuple> before, List<Tuple> after, LaneTransaction to) {
        moves(before, after, to, new Place.Rows(table(), "move of", after.size()));
    }

    /** Sets key and values of the rows that have the old keys; all rows have the same columns. */
    void moves(List<Tuple> before, List<Tuple> after, LaneTransaction to, Place place) {
        ColumnMask mask = after.get(0).isComplete() ? null : ColumnMask.of(after.get(0));
        String sql;
        if (mask == null) {
            moveWhole = moveWhole == null ? PostgresStatementsSql.move(plan, null) : moveWhole;
            sql = moveWhole;
        } else {
            sql = moves.computeIfAbsent(mask, m -> PostgresStatementsSql.move(plan, m));
        }
        to.rows(sql, RowBinding.moves(plan.key(), before, ParameterLayout.present(plan, mask), after), place);
    }
}
