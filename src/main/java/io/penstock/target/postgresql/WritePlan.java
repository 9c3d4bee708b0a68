package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TableSchema;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.penstock.target.postgresql.TargetTable.TargetColumn;
import java.util.List;

/**
 * How rows of one shape are written to one target table. Columns are known here by their index in the tuple.
 *
 * @param columns the target's column for each of the tuple's
 * @param written indexes of the columns that are written: all but those the target generates
 * @param key indexes of the key's columns
 * @param arbiter whether a unique index serves ON CONFLICT on the key
 */
record WritePlan(
        TableSchema schema, TargetTable target, TargetColumn[] columns, int[] written, int[] key, boolean arbiter) {

    /** @throws TargetException FINAL, when the target has no such table or lacks a column of it */
    static WritePlan of(TableSchema schema, TargetTables tables) {
        TargetTable target = tables.find(schema.name());
        if (target == null) {
            throw new TargetException(
                    Kind.FINAL,
                    "42P01",
                    "table " + schema.name() + " is not on the target",
                    "create it there, set createTables: true, or leave it out of the loop's tables",
                    null);
        }
        List<Column> source = schema.columns();
        TargetColumn[] columns = new TargetColumn[source.size()];
        int[] written = new int[source.size()];
        int count = 0;
        for (int i = 0; i < columns.length; i++) {
            columns[i] = column(target, source.get(i).name());
            if (!columns[i].generated()) {
                written[count++] = i;
            }
        }
        return new WritePlan(
                schema,
                target,
                columns,
                java.util.Arrays.copyOf(written, count),
                schema.keyIndexes(),
                !schema.isKeyless() && target.hasArbiter(schema.keyNames()));
    }

    private static TargetColumn column(TargetTable target, String name) {
        TargetColumn column = target.column(name);
        if (column == null) {
            throw new TargetException(
                    Kind.FINAL,
                    "42703",
                    target.name() + ": column \"" + name + "\" is not on the target",
                    "add the column to the target's table, or set createTables: true",
                    null);
        }
        return column;
    }

    boolean isKey(int column) {
        for (int k : key) {
            if (k == column) {
                return true;
            }
        }
        return false;
    }

    /** True when INSERT needs OVERRIDING SYSTEM VALUE. */
    boolean overriding() {
        for (int i : written) {
            if (columns[i].identityAlways()) {
                return true;
            }
        }
        return false;
    }

    /** True when a column beside the key is GENERATED ALWAYS AS IDENTITY: UPDATE can't set it, the row is rewritten. */
    boolean identityBesideKey() {
        for (int i : written) {
            if (columns[i].identityAlways() && !isKey(i)) {
                return true;
            }
        }
        return false;
    }

    /** True when rows must be written one by one, in source order, with constraints deferred. */
    boolean inSourceOrder() {
        return target.deferrable();
    }

    /** For messages. */
    String where() {
        return schema.name().toString();
    }
}
