package io.penstock.backfill;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.progress.CopyStore;
import io.penstock.stamp.Stamp;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The tables under copy, and what of them has to be copied again: told to the target first, then done. */
final class CopiedTables {
    private final Map<TableName, TableCopy> copies = new LinkedHashMap<>();
    private final CopyStore store;
    private final Predicate<TableName> replaceable;
    private final Changes changes;
    private Runnable begun = () -> {};

    /** @param replaceable whether a part of the table that is in the target already can be replaced */
    CopiedTables(CopyStore store, Predicate<TableName> replaceable, Changes changes) {
        this.store = store;
        this.replaceable = replaceable;
        this.changes = changes;
    }

    /** @param listener hears of it before the stream goes on */
    void onBegun(Runnable listener) {
        begun = listener;
    }

    TableCopy get(TableName name) {
        return copies.get(name);
    }

    Collection<TableCopy> all() {
        return copies.values();
    }

    boolean isEmpty() {
        return copies.isEmpty();
    }

    void restore(TableCopy copy) {
        copies.put(copy.table(), copy);
    }

    /** Whoever was copied from the source by another name. */
    TableCopy ofSource(long sourceId) {
        for (TableCopy copy : copies.values()) {
            if (copy.definition().schema().sourceId() == sourceId) {
                return copy;
            }
        }
        return null;
    }

    /**
     * Takes tables in, or begins them anew.
     *
     * @param behind nothing of them is read before the stream is durable up to here; null to begin at once
     */
    Future<Void> begin(Collection<TableDefinition> tables, Stamp behind) {
        List<TableName> names = tables.stream().map(TableDefinition::name).toList();
        return store.begin(names).onSuccess(durable -> {
            for (TableDefinition table : tables) {
                copies.computeIfAbsent(table.name(), n -> new TableCopy(table)).reset(table, behind);
            }
            begun.run();
            changes.happened();
        });
    }

    /**
     * Chunks to be read again, once the stream is durable up to {@code behind}; where no part can be replaced alone, the
     * whole table. It may have to be asked for once more when this completes: while other chunks are in flight.
     */
    Future<Void> again(TableCopy copy, List<CopyChunk> chunks, Stamp behind) {
        if (!replaceable.test(copy.table()) && Boolean.TRUE.equals(copy.divided())) {
            copy.hold(behind);
            return copy.isAnyInFlight() ? changes.next() : begin(List.of(copy.definition()), behind);
        }
        Future<Void> forgotten = Future.succeededFuture();
        for (CopyChunk chunk : chunks) {
            forgotten = forgotten.compose(done -> store.forget(copy.table(), chunk.number()));
        }
        return forgotten.onSuccess(durable -> {
            copy.hold(behind);
            chunks.forEach(copy::again);
            changes.happened();
        });
    }

    /** The copy is over: all changes of these tables come through from now on. */
    Future<Void> end() {
        List<TableName> names = new ArrayList<>(copies.keySet());
        return store.end(names).onSuccess(durable -> names.forEach(copies::remove));
    }
}
