package io.penstock.target.mysql;

import io.penstock.model.Column;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.model.TypeDefinition;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.penstock.target.mysql.ValueForm.Unfit;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * How rows of one shape are written to the target's table.
 *
 * @param written indexes of the shape's columns that the target lets be written
 * @param forms by the shape's columns; null for one that the target computes
 */
record WritePlan(
        TableSchema schema, TargetTable target, int[] key, int[] written, TargetColumn[] columns, ValueForm[] forms) {

    /** @throws TargetException FINAL, when the target lacks a column or has one of a kind that the values can't go to */
    static WritePlan of(TableSchema schema, TargetTable target, TableDefinition definition) {
        int size = schema.columns().size();
        TargetColumn[] columns = new TargetColumn[size];
        ValueForm[] forms = new ValueForm[size];
        int[] written = new int[size];
        int n = 0;
        List<TypeDefinition> types = definition == null ? List.of() : definition.types();
        for (int i = 0; i < size; i++) {
            Column column = schema.columns().get(i);
            columns[i] = found(schema, target, column);
            SourceType source = SourceType.of(schema.product(), column.type(), types);
            if (source.isBinary() && columns[i].kind() != TargetColumn.Kind.BYTES) {
                throw refusal(
                        schema.name() + "." + column.name() + " is " + column.type() + " on the source and "
                                + columns[i].columnType() + " on the target, which can't hold bytes",
                        "make it a binary column on the target");
            }
            forms[i] = ValueForms.of(source, columns[i]);
            if (!columns[i].generated()) {
                written[n++] = i;
            }
        }
        return new WritePlan(schema, target, schema.keyIndexes(), Arrays.copyOf(written, n), columns, forms);
    }

    private static TargetColumn found(TableSchema schema, TargetTable target, Column column) {
        TargetColumn there = target.column(column.name());
        if (there == null) {
            throw refusal(
                    "the target's table " + target.name() + " has no column " + column.name(),
                    "add the column to the target's table, or set createTables: true");
        }
        return there;
    }

    private static TargetException refusal(String problem, String remedy) {
        return new TargetException(Kind.FINAL, "1054", problem, remedy, null);
    }

    String table() {
        return Quoting.name(target.name());
    }

    String column(int index) {
        return Quoting.identifier(columns[index].name());
    }

    boolean isKey(int index) {
        return Arrays.stream(key).anyMatch(k -> k == index);
    }

    /** True when an upsert by key can hit no row but the key's own. */
    boolean upsertsByKey() {
        return target.onlyKeyIs(
                Set.copyOf(Arrays.stream(key).mapToObj(k -> columns[k].name()).toList()));
    }

    /** True when the target has columns whose values nothing but the target knows. */
    boolean hasForeignColumns() {
        return target.columns().stream()
                .anyMatch(c -> !c.generated()
                        && Arrays.stream(written)
                                .noneMatch(i -> columns[i].name().equals(c.name())));
    }

    /** Appends the value as a literal. @param place told when the value can't be written */
    void value(Tuple row, int index, Place place, StringBuilder sql) {
        if (row.isNull(index)) {
            sql.append("NULL");
            return;
        }
        try {
            forms[index].append(row.text(index), sql);
        } catch (Unfit unfit) {
            throw new TargetException(
                    Kind.DATA,
                    "value",
                    place.text() + ": column " + schema.columns().get(index).name() + " (" + columns[index].columnType()
                            + "): " + unfit.getMessage(),
                    "change the value on the source, or give the target's column a type that takes it, then resume the"
                            + " loop",
                    null);
        }
    }

    /** The condition that finds the row of a key. */
    void keyCondition(Tuple row, Place place, StringBuilder sql) {
        for (int i = 0; i < key.length; i++) {
            sql.append(i == 0 ? "" : " AND ").append(column(key[i])).append(" = ");
            value(row, key[i], place, sql);
        }
    }
}
