package io.penstock.target.mysql;

import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What is known of the target's tables, by the source's names, for questions that must not wait for the server. */
final class KnownTables implements TargetTables {
    private final Map<TableName, KnownTable> tables = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();

    KnownTable get(TableName source) {
        return tables.get(source);
    }

    void put(TableName source, KnownTable table) {
        tables.put(source, table);
        version.incrementAndGet();
    }

    @Override
    public WritePlan plan(TableSchema shape) {
        KnownTable known = tables.get(shape.name());
        if (known == null) {
            throw new TargetException(
                    Kind.FINAL,
                    "1146",
                    "the target has no table for " + shape.name(),
                    "create it on the target, or set createTables: true",
                    null);
        }
        return WritePlan.of(shape, known.target(), known.definition());
    }

    @Override
    public long version() {
        return version.get();
    }

    /** A table that ties its rows to each other is a family of its own: foreign-key checks are off. */
    String family(TableName source) {
        KnownTable known = tables.get(source);
        return known != null && known.tiesRows() ? source.toString() : null;
    }

    Map<TableName, String> ties() {
        Map<TableName, String> ties = new HashMap<>();
        tables.keySet().forEach(source -> {
            String family = family(source);
            if (family != null) {
                ties.put(source, family);
            }
        });
        return ties;
    }
}
