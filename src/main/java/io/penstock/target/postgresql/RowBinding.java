package io.penstock.target.postgresql;

import io.penstock.model.Tuple;
import io.penstock.target.TableChanges.Counted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns rows to the arrays that a statement takes, and cuts them where a statement would be too large. */
final class RowBinding {
    /** Values of one statement, in bytes of UTF-8; one larger row goes alone. */
    static final int MAX_STATEMENT_BYTES = 16 << 20;

    static final int MAX_STATEMENT_ROWS = 5_000;

    private RowBinding() {}

    /** The index behind the last row of the statement that begins with row {@code from}. */
    static int end(List<Tuple> rows, int from) {
        long bytes = 0;
        int limit = Math.min(rows.size(), from + MAX_STATEMENT_ROWS);
        for (int i = from; i < limit; i++) {
            bytes += valueBytes(rows.get(i));
            if (bytes > MAX_STATEMENT_BYTES && i > from) {
                return i;
            }
        }
        return limit;
    }

    private static long valueBytes(Tuple row) {
        long bytes = 0;
        for (int i = 0; i < row.size(); i++) {
            bytes += Math.max(0, row.length(i));
        }
        return bytes;
    }

    static io.vertx.sqlclient.Tuple rows(int[] columns, List<Tuple> rows) {
        List<Object> arrays = new ArrayList<>(columns.length);
        for (int column : columns) {
            arrays.add(column(rows, column));
        }
        return io.vertx.sqlclient.Tuple.wrap(arrays);
    }

    static io.vertx.sqlclient.Tuple moves(int[] key, List<Tuple> before, int[] columns, List<Tuple> after) {
        List<Object> arrays = new ArrayList<>(key.length + columns.length);
        for (int column : key) {
            arrays.add(column(before, column));
        }
        for (int column : columns) {
            arrays.add(column(after, column));
        }
        return io.vertx.sqlclient.Tuple.wrap(arrays);
    }

    /** Rows with a text of ones and zeros beside them that says which columns are present. */
    static io.vertx.sqlclient.Tuple withPresence(int[] columns, List<Tuple> rows) {
        io.vertx.sqlclient.Tuple bound = rows(columns, rows);
        String[] present = new String[rows.size()];
        for (int r = 0; r < present.length; r++) {
            Tuple row = rows.get(r);
            byte[] bits = new byte[row.size()];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = (byte) (row.isAbsent(i) ? '0' : '1');
            }
            present[r] = new String(bits, java.nio.charset.StandardCharsets.ISO_8859_1);
        }
        bound.addValue(present);
        return bound;
    }

    /** Distinct rows with the number of copies beside them. */
    static io.vertx.sqlclient.Tuple withCopies(int[] columns, List<Counted> rows) {
        io.vertx.sqlclient.Tuple bound =
                rows(columns, rows.stream().map(Counted::row).toList());
        bound.addValue(rows.stream().map(c -> Integer.toString(c.copies())).toArray(String[]::new));
        return bound;
    }

    private static String[] column(List<Tuple> rows, int column) {
        String[] values = new String[rows.size()];
        for (int r = 0; r < values.length; r++) {
            Tuple row = rows.get(r);
            values[r] = row.isAbsent(column) ? null : row.text(column);
        }
        return values;
    }

    /** Indexes of no rows' columns, for statements that take a number alone. */
    static io.vertx.sqlclient.Tuple number(long n) {
        return io.vertx.sqlclient.Tuple.wrap(new ArrayList<>(Arrays.asList((Object) n)));
    }
}
