package io.penstock.target.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.target.postgresql.TargetTable.UniqueKey;
import java.util.List;
import java.util.Set;

/** A replicated table as it stands on the target, as it is recorded, and as its source defines it. */
final class KnownTable {
    final CatalogTable catalog;
    final TableRecord record;
    final TableDefinition definition;
    /** The last shape that was found to fit; shapes are compared once, then recognised. */
    private volatile TableSchema fitting;

    KnownTable(CatalogTable catalog, TableRecord record, TableDefinition definition) {
        this.catalog = catalog;
        this.record = record;
        this.definition = definition;
    }

    boolean fits(TableSchema shape) {
        if (shape == fitting) {
            return true;
        }
        if (!record.isShapeOf(shape, catalog.table())) {
            return false;
        }
        fitting = shape;
        return true;
    }

    /**
     * Types whose values are equal exactly when their texts are: only of these do all changes of a key carry the same
     * bytes. Equal numerics, floats, intervals or citexts may be written in several ways; so may texts of a
     * nondeterministic collation, and texts of type bpchar, whose trailing blanks don't count, unless all are of one length.
     */
    private static final Set<String> ONE_TEXT_A_VALUE = Set.of(
            "smallint",
            "integer",
            "bigint",
            "oid",
            "uuid",
            "boolean",
            "text",
            "character varying",
            "name",
            "\"char\"",
            "bytea",
            "date",
            "time without time zone",
            "timestamp without time zone",
            "timestamp with time zone");

    /** Types that every server sorts alike, whatever its locale or its libraries. */
    private static final Set<String> ONE_ORDER = Set.of(
            "smallint",
            "integer",
            "bigint",
            "oid",
            "numeric",
            "real",
            "double precision",
            "uuid",
            "boolean",
            "bytea",
            "date",
            "time without time zone",
            "timestamp without time zone",
            "timestamp with time zone",
            "inet",
            "cidr",
            "macaddr");

    /** True when a unique key, an exclusion or the key's own type ties rows of different key bytes to each other. */
    boolean tiesRows() {
        return !rowKey().stream().allMatch(this::hasOneText) || tiesKeys();
    }

    /** True when a unique key or an exclusion ties rows of different keys to each other. */
    boolean tiesKeys() {
        Set<String> key = rowKey();
        if (catalog.excluding() || catalog.uniqueExpressions()) {
            return true;
        }
        for (UniqueKey unique : catalog.table().uniqueKeys()) {
            if (unique.partial() || !Set.copyOf(unique.columns()).equals(key)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasOneText(String column) {
        TargetTable.TargetColumn there = catalog.table().column(column);
        if (there == null || catalog.looselyEqual().contains(column)) {
            return false;
        }
        boolean padded = there.storedType().startsWith("character(");
        return padded || ONE_TEXT_A_VALUE.contains(there.castType());
    }

    /** True when the source's order of this key is the target's. */
    boolean hasOneOrder() {
        return rowKey().stream()
                .map(column -> catalog.table().column(column))
                .allMatch(there -> there != null && ONE_ORDER.contains(there.castType()));
    }

    private Set<String> rowKey() {
        List<String> names = definition.schema().keyNames();
        List<UniqueKey> uniques = catalog.table().uniqueKeys();
        return names.isEmpty() && !uniques.isEmpty() && uniques.get(0).primary()
                ? Set.copyOf(uniques.get(0).columns())
                : Set.copyOf(names);
    }
}
