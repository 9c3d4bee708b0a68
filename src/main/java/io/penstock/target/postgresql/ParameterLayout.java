package io.penstock.target.postgresql;

import io.penstock.target.ColumnMask;
import java.util.Arrays;

/**
 * The order of a statement's parameters: one array for each column of the old key ({@code o…}), for each column of the
 * row ({@code c…}), and at last one text beside them ({@code p}) where there is one.
 */
record ParameterLayout(int[] oldKey, int[] columns, boolean extra) {
    private static final int[] NONE = {};

    static ParameterLayout ofRows(int[] columns) {
        return new ParameterLayout(NONE, columns, false);
    }

    static ParameterLayout ofMoves(int[] oldKey, int[] columns) {
        return new ParameterLayout(oldKey, columns, false);
    }

    static ParameterLayout withExtra(int[] columns) {
        return new ParameterLayout(NONE, columns, true);
    }

    /** The written columns that are present (null: all), and the key's. */
    static int[] present(WritePlan plan, ColumnMask mask) {
        int[] written = mask == null
                ? plan.written()
                : Arrays.stream(plan.written()).filter(mask::has).toArray();
        return union(written, plan.key());
    }

    static int[] union(int[] a, int[] b) {
        int[] both = Arrays.copyOf(a, a.length + b.length);
        int n = a.length;
        for (int column : b) {
            if (Arrays.stream(a).noneMatch(i -> i == column)) {
                both[n++] = column;
            }
        }
        return Arrays.copyOf(both, n);
    }

    int count() {
        return oldKey.length + columns.length + (extra ? 1 : 0);
    }

    /** The rows as an item of FROM; {@code n} numbers them. */
    String from(String alias) {
        StringBuilder sql = new StringBuilder("unnest(");
        for (int i = 1; i <= count(); i++) {
            sql.append(i == 1 ? "$" : ", $").append(i).append("::text[]");
        }
        sql.append(") WITH ORDINALITY AS ").append(alias).append('(');
        for (int column : oldKey) {
            sql.append('o').append(column).append(", ");
        }
        for (int column : columns) {
            sql.append('c').append(column).append(", ");
        }
        if (extra) {
            sql.append("p, ");
        }
        return sql.append("n)").toString();
    }
}
