package io.penstock.target.postgresql;

import io.penstock.target.ColumnMask;
import java.util.function.IntPredicate;

/**
 * The texts of the statements that write rows. Parameters are one {@code text[]} a column, as long as there are rows,
 * in the order that {@link ParameterLayout} gives; so the text does not depend on the number of rows.
 */
final class PostgresStatementsSql {
    private PostgresStatementsSql() {}

    /** Inserts or replaces complete rows. */
    static String upsert(WritePlan plan) {
        return plan.arbiter() ? insert(plan) + onConflict(plan) : updateThenInsert(plan);
    }

    /** Inserts complete rows; one that is there already is an error. */
    static String insert(WritePlan plan) {
        ParameterLayout layout = ParameterLayout.ofRows(plan.written());
        return insertInto(plan) + " SELECT " + casts(plan) + " FROM " + layout.from("u");
    }

    /** Inserts rows of a table of which no column is written. Parameter: how many, {@code bigint}. */
    static String insertEmpty(WritePlan plan) {
        return "INSERT INTO " + name(plan) + " SELECT FROM pg_catalog.generate_series(1, $1::bigint)";
    }

    /** Deletes rows of a table of which no column is written. Parameter: how many, {@code bigint}. */
    static String deleteEmpty(WritePlan plan) {
        return "DELETE FROM " + name(plan) + " WHERE (tableoid, ctid) IN (SELECT tableoid, ctid FROM " + name(plan)
                + " LIMIT $1::bigint)";
    }

    private static String insertInto(WritePlan plan) {
        StringBuilder sql = new StringBuilder("INSERT INTO ").append(name(plan)).append(" (");
        join(sql, plan.written(), i -> true, ", ", i -> column(plan, i));
        return sql.append(plan.overriding() ? ") OVERRIDING SYSTEM VALUE" : ")").toString();
    }

    private static String casts(WritePlan plan) {
        return join(new StringBuilder(), plan.written(), i -> true, ", ", i -> cast(plan, "u.c", i))
                .toString();
    }

    private static String onConflict(WritePlan plan) {
        StringBuilder sql = new StringBuilder(" ON CONFLICT (");
        join(sql, plan.key(), i -> true, ", ", i -> column(plan, i)).append(") DO UPDATE SET ");
        int start = sql.length();
        join(sql, plan.written(), i -> !plan.isKey(i), ", ", i -> column(plan, i) + " = EXCLUDED." + column(plan, i));
        if (sql.length() == start) {
            // All columns are key: an update that changes nothing, as DO NOTHING would not wait for a row's other
            // writer.
            int k = plan.key()[0];
            if (plan.columns()[k].identityAlways() || plan.columns()[k].generated()) {
                return sql.replace(start - "UPDATE SET ".length(), start, "NOTHING")
                        .toString();
            }
            sql.append(column(plan, k)).append(" = EXCLUDED.").append(column(plan, k));
        }
        return sql.toString();
    }

    /** Without a unique index for ON CONFLICT. */
    private static String updateThenInsert(WritePlan plan) {
        int[] both = ParameterLayout.union(plan.written(), plan.key());
        String rows = ParameterLayout.ofRows(both).from("u");
        return "WITH m AS (UPDATE " + name(plan) + " AS t SET " + assignments(plan, null) + " FROM " + rows + " WHERE "
                + keyMatch(plan, "u.c") + ") " + insertInto(plan) + " SELECT " + casts(plan) + " FROM " + rows
                + " WHERE NOT EXISTS (SELECT FROM " + name(plan) + " AS t WHERE " + keyMatch(plan, "u.c") + ")";
    }

    /**
     * Updates the columns of {@code mask} and raises 22P02 when one of the rows isn't there: what was not sent can't be
     * made up, and a later statement must not be committed without it.
     */
    static String partial(WritePlan plan, ColumnMask mask) {
        String rows =
                ParameterLayout.ofRows(ParameterLayout.present(plan, mask)).from("u");
        if (plan.identityBesideKey()) {
            return rewrite(plan, mask, rows, "u.c");
        }
        return "WITH m AS (UPDATE " + name(plan) + " AS t SET " + assignments(plan, mask) + " FROM " + rows + " WHERE "
                + oneRow(plan, "u.c") + " RETURNING 1) " + requireAll();
    }

    /** As {@link #partial} for rows of any masks: a text of ones and zeros, one a column, says what is present. */
    static String anyPartial(WritePlan plan) {
        ParameterLayout layout = ParameterLayout.withExtra(ParameterLayout.union(plan.written(), plan.key()));
        StringBuilder set = new StringBuilder();
        join(
                set,
                plan.written(),
                i -> !plan.isKey(i),
                ", ",
                i -> column(plan, i) + " = CASE WHEN substr(u.p, " + (i + 1) + ", 1) = '1' THEN " + cast(plan, "u.c", i)
                        + " ELSE t." + column(plan, i) + " END");
        return "WITH m AS (UPDATE " + name(plan) + " AS t SET " + set + " FROM " + layout.from("u") + " WHERE "
                + keyMatch(plan, "u.c") + " RETURNING 1) " + requireAll();
    }

    static String delete(WritePlan plan) {
        return "DELETE FROM " + name(plan) + " AS t USING "
                + ParameterLayout.ofRows(plan.key()).from("u") + " WHERE " + oneRow(plan, "u.c");
    }

    /**
     * Moves rows to other keys, in the order of the parameters, and inserts those that are missing.
     *
     * @param mask what is present, or null for complete rows; with missing values a missing row raises 22P02
     */
    static String move(WritePlan plan, ColumnMask mask) {
        String rows = ParameterLayout.ofMoves(plan.key(), ParameterLayout.present(plan, mask))
                .from("u");
        if (plan.overriding() && mask != null) {
            return rewrite(plan, mask, rows, "u.o");
        }
        String insert = insertInto(plan) + " SELECT " + casts(plan) + " FROM " + rows;
        String conflict = plan.arbiter() ? onConflict(plan) : "";
        if (plan.overriding()) {
            return "WITH m AS (DELETE FROM " + name(plan) + " AS t USING " + rows + " WHERE " + oneRow(plan, "u.o")
                    + " RETURNING 1) " + insert + " WHERE (SELECT count(*) FROM m) >= 0" + conflict;
        }
        String update = "WITH m AS (UPDATE " + name(plan) + " AS t SET " + assignments(plan, mask, true) + " FROM "
                + rows + " WHERE " + oneRow(plan, "u.o");
        if (mask != null) {
            return update + " RETURNING 1) " + requireAll();
        }
        // The count is taken once, so that the list of those that moved is looked through only when one is missing.
        return update + " RETURNING u.n) " + insert
                + " WHERE (SELECT count(DISTINCT n) FROM m) < cardinality($1::text[]) AND u.n <> ALL (ARRAY(SELECT n FROM"
                + " m))" + conflict;
    }

    /** An update of columns that UPDATE may not set: the row is taken out and put back. */
    private static String rewrite(WritePlan plan, ColumnMask mask, String rows, String oldKey) {
        StringBuilder returning = new StringBuilder();
        join(
                returning,
                plan.written(),
                i -> true,
                ", ",
                i -> (mask.has(i) ? cast(plan, "u.c", i) : "t." + column(plan, i)) + " AS c" + i);
        StringBuilder back = new StringBuilder();
        join(back, plan.written(), i -> true, ", ", i -> "d.c" + i);
        return "WITH d AS (DELETE FROM " + name(plan) + " AS t USING " + rows + " WHERE " + oneRow(plan, oldKey)
                + " RETURNING " + returning + "), m AS (" + insertInto(plan) + " SELECT " + back
                + " FROM d RETURNING 1) " + requireAll();
    }

    /**
     * Removes exactly so many copies of each row as asked for. Rows are compared by their text, which is NULL-safe and
     * defined for every type; one scan of the table for all rows. Last parameter: copies of each row as text.
     */
    static String deleteCopies(WritePlan plan) {
        ParameterLayout layout = ParameterLayout.withExtra(plan.written());
        StringBuilder wanted = new StringBuilder("ROW(");
        join(
                wanted,
                plan.written(),
                i -> true,
                ", ",
                i -> cast(plan, "u.c", i) + "::" + plan.columns()[i].storedType());
        StringBuilder found = new StringBuilder("ROW(");
        join(found, plan.written(), i -> true, ", ", i -> "t." + column(plan, i));
        return "WITH w AS MATERIALIZED (SELECT " + wanted + ")::text AS r, sum(u.p::bigint) AS n FROM "
                + layout.from("u") + " GROUP BY 1), hit AS (SELECT t.tableoid AS o, t.ctid AS c, w.n, row_number() OVER"
                + " (PARTITION BY w.r) AS k FROM " + name(plan) + " AS t JOIN w ON " + found + ")::text = w.r)"
                + " DELETE FROM " + name(plan) + " AS t USING hit WHERE t.ctid = hit.c AND t.tableoid = hit.o"
                + " AND hit.k <= hit.n";
    }

    /** Raises 22P02 unless every row found its own; the text in it is no row data. */
    private static String requireAll() {
        return "SELECT CASE WHEN count(*) >= cardinality($1::text[]) THEN 0 ELSE ('" + PostgresErrors.MISSING_ROWS
                + "' || (cardinality($1::text[]) - count(*)))::int END FROM m";
    }

    private static String assignments(WritePlan plan, ColumnMask mask) {
        return assignments(plan, mask, false);
    }

    private static String assignments(WritePlan plan, ColumnMask mask, boolean withKey) {
        StringBuilder set = new StringBuilder();
        join(
                set,
                plan.written(),
                i -> (mask == null || mask.has(i)) && (withKey || !plan.isKey(i)),
                ", ",
                i -> column(plan, i) + " = " + cast(plan, "u.c", i));
        if (set.isEmpty()) {
            String column = column(plan, plan.key()[0]);
            set.append(column).append(" = t.").append(column);
        }
        return set.toString();
    }

    private static String keyMatch(WritePlan plan, String prefix) {
        return keyMatch(plan, prefix, "t");
    }

    private static String keyMatch(WritePlan plan, String prefix, String table) {
        return join(
                        new StringBuilder(),
                        plan.key(),
                        i -> true,
                        " AND ",
                        i -> table + "." + column(plan, i) + " " + plan.columns()[i].equality() + " "
                                + cast(plan, prefix, i))
                .toString();
    }

    /**
     * Under a deferrable key two rows may share a key until the transaction ends: then the one that this transaction
     * has left alone, or touched longest ago, is meant, as it is the one that the other was moved on top of.
     */
    private static String oneRow(WritePlan plan, String prefix) {
        if (!plan.inSourceOrder()) {
            return keyMatch(plan, prefix);
        }
        return keyMatch(plan, prefix) + " AND (t.tableoid, t.ctid) = (SELECT s.tableoid, s.ctid FROM " + name(plan)
                + " AS s WHERE " + keyMatch(plan, prefix, "s")
                + " ORDER BY s.xmin = pg_current_xact_id()::xid, s.cmin::text::bigint LIMIT 1)";
    }

    private static String cast(WritePlan plan, String prefix, int column) {
        return prefix + column + "::" + plan.columns()[column].castType();
    }

    private static String column(WritePlan plan, int column) {
        return Quoting.identifier(plan.columns()[column].name());
    }

    static String name(WritePlan plan) {
        return Quoting.name(plan.target().name());
    }

    private static StringBuilder join(
            StringBuilder into, int[] columns, IntPredicate which, String between, Text text) {
        boolean first = true;
        for (int column : columns) {
            if (which.test(column)) {
                into.append(first ? "" : between).append(text.of(column));
                first = false;
            }
        }
        return into;
    }

    private interface Text {
        String of(int column);
    }
}
