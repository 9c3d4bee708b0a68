package io.penstock.target.postgresql;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** What is known of the target's tables, for questions that must not wait for the server. */
final class KnownTables implements TargetTables {
    private final Map<TableName, KnownTable> tables = new ConcurrentHashMap<>();
    /** Checks that can't be switched off tie tables to those that they refer to. */
    private final BooleanSupplier triggersOff;

    private volatile Map<TableName, TableName> families;

    KnownTables(BooleanSupplier triggersOff) {
        this.triggersOff = triggersOff;
    }

    @Override
    public TargetTable find(TableName name) {
        KnownTable known = tables.get(name);
        return known == null ? null : known.catalog.table();
    }

    KnownTable get(TableName name) {
        return tables.get(name);
    }

    Map<TableName, TableDefinition> definitions() {
        Map<TableName, TableDefinition> definitions = new HashMap<>();
        tables.forEach((name, known) -> definitions.put(name, known.definition));
        return definitions;
    }

    /** An equal table stays the same instance: what was derived from it stays valid. */
    void put(CatalogTable catalog, TableRecord record, TableDefinition definition) {
        KnownTable before = tables.get(catalog.name());
        boolean same = before != null && before.catalog.equals(catalog);
        tables.put(catalog.name(), new KnownTable(same ? before.catalog : catalog, record, definition));
        families = null;
    }

    void remove(TableName name) {
        tables.remove(name);
        families = null;
    }

    String family(TableName name) {
        KnownTable known = tables.get(name);
        if (known == null) {
            return null;
        }
        TableName family = triggersOff.getAsBoolean() ? null : byForeignKeys(name);
        if (family == null && known.tiesRows()) {
            family = name;
        }
        return family == null ? null : family.toString();
    }

    Map<TableName, String> ties() {
        Map<TableName, String> ties = new HashMap<>();
        tables.keySet().forEach(name -> {
            String family = family(name);
            if (family != null) {
                ties.put(name, family);
            }
        });
        return ties;
    }

    /** True when foreign keys that can't be switched off tie rows of the table to others. */
    boolean isChecked(TableName name) {
        return !triggersOff.getAsBoolean() && byForeignKeys(name) != null;
    }

    private TableName byForeignKeys(TableName name) {
        Map<TableName, TableName> now = families;
        if (now == null) {
            now = Families.of(tables.values());
            families = now;
        }
        return now.get(name);
    }
}
