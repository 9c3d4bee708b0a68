package io.penstock.target.mysql;

import io.penstock.model.TableName;
import io.penstock.model.Tuple;
import io.penstock.target.TableChanges.Counted;
import java.util.List;

/**
 * The statements for rows of a table without a key: exactly so many copies come or go. Rows are matched on all their
 * values, NULLs included, and texts byte by byte, whatever the column's collation holds to be equal.
 */
final class KeylessStatements {
    private final WritePlan plan;
    private final String insert;

    KeylessStatements(WritePlan plan) {
        this.plan = plan;
        this.insert = KeyedStatements.insertInto(plan) + " VALUES ";
    }

    private TableName table() {
        return plan.schema().name();
    }

    void insert(List<Tuple> rows, Place place, TransactionText to) {
        KeyedStatements.insert(plan, insert, "", rows, place, to);
    }

    void delete(Counted row, Place place, TransactionText to) {
        StringBuilder sql = to.at(place).begin();
        sql.append("DELETE FROM ").append(plan.table());
        int n = 0;
        for (int i : plan.written()) {
            sql.append(n++ == 0 ? " WHERE " : " AND ");
            condition(row.row(), i, place, sql);
        }
        sql.append(" LIMIT ").append(row.copies());
        to.ended();
        to.expecting(table(), row.copies());
    }

    private void condition(Tuple row, int index, Place place, StringBuilder sql) {
        String column = plan.column(index);
        if (row.isNull(index)) {
            sql.append(column).append(" IS NULL");
            return;
        }
        TargetColumn there = plan.columns()[index];
        switch (there.kind()) {
            case FLOAT -> floating(row.text(index), column, there, sql);
            case TEXT -> {
                if (there.dataType().equalsIgnoreCase("json")) {
                    sql.append(column).append(" = CAST(");
                    plan.value(row, index, place, sql);
                    sql.append(" AS JSON)");
                    return;
                }
                sql.append(column).append(" = ");
                plan.value(row, index, place, sql);
                sql.append(" AND CAST(CONVERT(").append(column).append(" USING utf8mb4) AS BINARY) = CAST(");
                plan.value(row, index, place, sql);
                sql.append(" AS BINARY)");
            }
            default -> {
                sql.append(column).append(" = ");
                plan.value(row, index, place, sql);
            }
        }
    }

    /** A number of single precision is compared as one of double: it is the only one between its neighbours' middles. */
    private static void floating(String text, String column, TargetColumn there, StringBuilder sql) {
        if (!there.dataType().equalsIgnoreCase("float")) {
            sql.append(column).append(" = ");
            ValueForm.quoted(text, sql);
            return;
        }
        float value = Float.parseFloat(text);
        double below = ((double) value + Math.nextDown(value)) / 2;
        double above = ((double) value + Math.nextUp(value)) / 2;
        sql.append(column)
                .append(" > ")
                .append(below)
                .append(" AND ")
                .append(column)
                .append(" < ")
                .append(above);
    }
}
