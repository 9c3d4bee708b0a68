package io.penstock.target.mysql;

import io.penstock.model.TableName;
import io.penstock.model.Tuple;
import java.util.List;

/**
 * The statements for rows of a table with a key. ON DUPLICATE KEY UPDATE fires on any unique key, so it stands only
 * where the key is the only one; elsewhere a row goes and comes again, or is looked for first, and one that stands in
 * its way is an error.
 */
final class KeyedStatements {
    private static final int MAX_ROWS = 1_000;
    private static final String RAISE_UNLESS_ONE = "SELECT IF(ROW_COUNT() = 1, 1, (SELECT 1 UNION ALL SELECT 2))";

    private final WritePlan plan;
    private final FreshRows fresh;
    private final String insert;
    private final String onDuplicate;

    KeyedStatements(WritePlan plan, FreshRows fresh) {
        this.plan = plan;
        this.fresh = fresh;
        this.insert = insertInto(plan) + " VALUES ";
        this.onDuplicate = onDuplicate(plan);
    }

    static String insertInto(WritePlan plan) {
        StringBuilder sql =
                new StringBuilder("INSERT INTO ").append(plan.table()).append(" (");
        for (int i = 0; i < plan.written().length; i++) {
            sql.append(i == 0 ? "" : ", ").append(plan.column(plan.written()[i]));
        }
        return sql.append(')').toString();
    }

    private static String onDuplicate(WritePlan plan) {
        StringBuilder sql = new StringBuilder(" ON DUPLICATE KEY UPDATE ");
        int n = 0;
        for (int i : plan.written()) {
            if (!plan.isKey(i)) {
                String column = plan.column(i);
                sql.append(n++ == 0 ? "" : ", ")
                        .append(column)
                        .append(" = VALUES(")
                        .append(column)
                        .append(')');
            }
        }
        if (n == 0) {
            String column = plan.column(plan.key()[0]);
            sql.append(column).append(" = VALUES(").append(column).append(')');
        }
        return sql.toString();
    }

    private TableName table() {
        return plan.schema().name();
    }

    void delete(List<Tuple> rows, int expected, TransactionText to) {
        Place place = new Place.Rows(table(), "delete of", rows.size());
        int missing = rows.size() - expected;
        for (int from = 0; from < rows.size(); ) {
            int end = delete(rows, from, place, to);
            // Rows that were born in the batch need not be there, in whichever statement they are.
            int forgiven = Math.min(missing, end - from);
            missing -= forgiven;
            to.expecting(table(), end - from - forgiven);
            from = end;
        }
    }

    /** One statement, from a row on. @return the row behind it */
    private int delete(List<Tuple> rows, int from, Place place, TransactionText to) {
        StringBuilder sql = to.at(place).begin();
        int start = sql.length();
        int[] key = plan.key();
        sql.append("DELETE FROM ").append(plan.table()).append(" WHERE ").append(key.length == 1 ? "" : "(");
        for (int i = 0; i < key.length; i++) {
            sql.append(i == 0 ? "" : ", ").append(plan.column(key[i]));
        }
        sql.append(key.length == 1 ? " IN (" : ") IN (");
        int row = from;
        do {
            sql.append(row == from ? "" : ", ").append(key.length == 1 ? "" : "(");
            for (int i = 0; i < key.length; i++) {
                sql.append(i == 0 ? "" : ", ");
                plan.value(rows.get(row), key[i], place, sql);
            }
            sql.append(key.length == 1 ? "" : ")");
            row++;
        } while (row < rows.size() && row - from < MAX_ROWS && sql.length() - start < to.statementChars());
        sql.append(')');
        to.ended();
        return row;
    }

    /** Rows that ought to be new. */
    void insertNew(List<Tuple> rows, TransactionText to) {
        if (!rows.isEmpty() && fresh.holdsFor(table())) {
            insert(plan, insert, "", rows, new Place.NewRows(table(), rows.size()), to);
        } else {
            upsert(rows, to);
        }
    }

    void upsert(List<Tuple> rows, TransactionText to) {
        if (rows.isEmpty()) {
            return;
        }
        Place place = new Place.Rows(table(), "upsert of", rows.size());
        if (plan.upsertsByKey()) {
            insert(plan, insert, onDuplicate, rows, place, to);
        } else if (!plan.hasForeignColumns()) {
            for (int from = 0; from < rows.size(); ) {
                from = delete(rows, from, place, to);
            }
            insert(plan, insert, "", rows, place, to);
        } else {
            rows.forEach(row -> replace(row, row, place, to));
        }
    }

    /** One row alone, as the source wrote it. */
    void upsert(Tuple row, Place place, TransactionText to) {
        if (plan.upsertsByKey()) {
            insert(plan, insert, onDuplicate, List.of(row), place, to);
        } else {
            replace(row, row, place, to);
        }
    }

    void deleteOne(Tuple key, Place place, TransactionText to) {
        delete(List.of(key), 0, place, to);
        to.expecting(table(), 1);
    }

    /** Sets values of a row that must be there, because not all of them are known. */
    void partial(Tuple row, Place place, TransactionText to) {
        if (update(row, row, place, to)) {
            raiseUnlessOne(to);
        }
    }

    private static void raiseUnlessOne(TransactionText to) {
        to.follow().append(RAISE_UNLESS_ONE);
        to.ended();
    }

    /** Sets key and values of the row that has the old key. */
    void move(Tuple before, Tuple after, Place place, TransactionText to) {
        if (isComplete(after)) {
            replace(before, after, place, to);
        } else if (update(before, after, place, to)) {
            raiseUnlessOne(to);
        }
    }

    /** Sets the row, or makes it where it is not. */
    private void replace(Tuple before, Tuple after, Place place, TransactionText to) {
        update(before, after, place, to);
        StringBuilder sql = to.follow().append(insertInto(plan)).append(" SELECT ");
        for (int i = 0; i < plan.written().length; i++) {
            sql.append(i == 0 ? "" : ", ");
            plan.value(after, plan.written()[i], place, sql);
        }
        sql.append(" FROM DUAL WHERE ROW_COUNT() = 0");
        to.ended();
    }

    /** @return false when there is nothing to set */
    private boolean update(Tuple before, Tuple after, Place place, TransactionText to) {
        StringBuilder sql = to.at(place).begin();
        sql.append("UPDATE ").append(plan.table()).append(" SET ");
        int n = 0;
        for (int i : plan.written()) {
            if (!after.isAbsent(i)) {
                sql.append(n++ == 0 ? "" : ", ").append(plan.column(i)).append(" = ");
                plan.value(after, i, place, sql);
            }
        }
        sql.append(" WHERE ");
        plan.keyCondition(before, place, sql);
        to.ended();
        return n > 0;
    }

    private boolean isComplete(Tuple row) {
        for (int i : plan.written()) {
            if (row.isAbsent(i)) {
                return false;
            }
        }
        return true;
    }

    /** @param after what follows the rows */
    static void insert(WritePlan plan, String insert, String after, List<Tuple> rows, Place place, TransactionText to) {
        int row = 0;
        while (row < rows.size()) {
            StringBuilder sql = to.at(place).begin();
            int start = sql.length();
            int from = row;
            sql.append(insert);
            do {
                sql.append(row == from ? "(" : ", (");
                for (int i = 0; i < plan.written().length; i++) {
                    sql.append(i == 0 ? "" : ", ");
                    plan.value(rows.get(row), plan.written()[i], place, sql);
                }
                sql.append(')');
                row++;
            } while (row < rows.size() && row - from < MAX_ROWS && sql.length() - start < to.statementChars());
            sql.append(after);
            to.ended();
        }
    }
}
