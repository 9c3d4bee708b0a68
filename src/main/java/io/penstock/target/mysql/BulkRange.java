package io.penstock.target.mysql;

import io.penstock.model.KeyRange;
import io.penstock.model.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * The condition for the rows of a part of a table. Written out column by column: these servers read the whole table
 * where rows of several columns are compared as such.
 */
record BulkRange(WritePlan plan, KeyRange range, Place place) {
    /** @param alias stands before each column, such as {@code `db`.`table`.}; null for the whole table */
    String condition(String alias) {
        List<String> parts = new ArrayList<>();
        if (range.lower() != null) {
            parts.add(compared(alias, range.lower(), ">", ">="));
        }
        if (range.upper() != null) {
            parts.add(compared(alias, range.upper(), "<", "<="));
        }
        return parts.isEmpty() ? null : String.join(" AND ", parts);
    }

    /** The first column bounds what is read; the others decide where it is equal. The upper bound is part of the range. */
    private String compared(String alias, List<String> bound, String strict, String loose) {
        int last = bound.size() - 1;
        String decisive = strict.equals("<") ? loose : strict;
        String condition = column(alias, last) + " " + decisive + " " + value(bound, last);
        for (int i = last - 1; i >= 0; i--) {
            String column = column(alias, i);
            String value = value(bound, i);
            condition = column + " " + loose + " " + value + " AND (" + column + " " + strict + " " + value + " OR "
                    + condition + ")";
        }
        return "(" + condition + ")";
    }

    private String column(String alias, int place) {
        return alias + plan.column(plan.key()[place]);
    }

    private String value(List<String> bound, int keyPlace) {
        String[] values = new String[plan.schema().columns().size()];
        values[plan.key()[keyPlace]] = bound.get(keyPlace);
        StringBuilder sql = new StringBuilder();
        plan.value(Tuple.of(values), plan.key()[keyPlace], place, sql);
        return sql.toString();
    }
}
