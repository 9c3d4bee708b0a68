package io.penstock.target.postgresql;

import io.penstock.model.TableName;
import java.util.List;

/**
 * What writing rows needs to know of a table as it is on the target now. An instance stands for one state of the
 * catalogue: after a change there is another instance, and whatever was derived from the old one is thrown away.
 *
 * @param columns in the table's order, without dropped ones
 * @param uniqueKeys valid unique indexes over plain columns, the primary key first
 * @param deferrable whether a unique or exclusion constraint is deferrable; such constraints aren't checked at all under
 *     {@code session_replication_role = replica}
 */
public record TargetTable(TableName name, List<TargetColumn> columns, List<UniqueKey> uniqueKeys, boolean deferrable) {
    public TargetTable {
        columns = List.copyOf(columns);
        uniqueKeys = List.copyOf(uniqueKeys);
    }

    /**
     * A column of the target. Texts of types are as {@code format_type} prints them with an empty search path, so
     * schema-qualified and quoted where that is needed.
     *
     * @param castType {@code format_type(oid, -1)}: without modifier, because an explicit cast to a narrower type cuts in
     *     silence where an assignment refuses; of a domain its innermost base type, for the same reason
     * @param storedType {@code format_type(atttypid, atttypmod)}: what a value looks like once it is stored
     * @param equality the operator that compares two values: {@code =}, or {@code OPERATOR("schema".=)} where the type's
     *     default btree (or else hash) operator class has its own outside {@code pg_catalog}; of a domain its base type's
     * @param generated whether the server computes it; such columns are never written
     * @param identityAlways {@code GENERATED ALWAYS AS IDENTITY}: written by OVERRIDING SYSTEM VALUE, never updated
     */
    public record TargetColumn(
            String name,
            String castType,
            String storedType,
            String equality,
            boolean generated,
            boolean identityAlways) {}

    /**
     * @param columns in the index's order, without INCLUDE columns
     * @param deferrable whether it belongs to a DEFERRABLE constraint; ON CONFLICT can't use it then
     * @param partial whether it has a WHERE clause
     */
    public record UniqueKey(List<String> columns, boolean primary, boolean deferrable, boolean partial) {
        public UniqueKey {
            columns = List.copyOf(columns);
        }
    }

    /** The column called {@code column}, or null. */
    public TargetColumn column(String column) {
        for (TargetColumn c : columns) {
            if (c.name().equals(column)) {
                return c;
            }
        }
        return null;
    }

    /** True when ON CONFLICT can name exactly these columns, in any order. */
    public boolean hasArbiter(List<String> key) {
        for (UniqueKey k : uniqueKeys) {
            if (!k.deferrable()
                    && !k.partial()
                    && k.columns().size() == key.size()
                    && k.columns().containsAll(key)) {
                return true;
            }
        }
        return false;
    }
}
