package io.penstock.backfill;

import io.penstock.model.Mutation;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.source.Backfiller;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the chunks of keys: by itself for integers, otherwise by one question to the source for all keys of the table
 * that are left in a batch.
 */
final class KeyLookup {
    private static final Set<String> INTEGERS = Set.of("smallint", "integer", "bigint");
    /** The key's chunk is not known here: ask first. */
    static final int UNKNOWN = -1;

    private final Backfiller source;
    private final TableCopy copy;
    private final int plan;
    private final boolean integer;
    private final Map<List<String>, Integer> answers = new HashMap<>();
    private final Map<TableSchema, int[]> columns = new IdentityHashMap<>();
    private int boundsAsked;
    private long[] uppers = new long[0];

    KeyLookup(Backfiller source, TableCopy copy) {
        this.source = source;
        this.copy = copy;
        this.plan = copy.plans();
        List<Integer> key = copy.definition().schema().key();
        this.integer = key.size() == 1
                && INTEGERS.contains(
                        copy.definition().schema().columns().get(key.get(0)).type());
    }

    /** True when the table was begun anew since. */
    boolean isOutdated() {
        return plan != copy.plans();
    }

    /** The place of a row's key among the chunks, or {@link #UNKNOWN}. */
    int place(RowMutation mutation, Tuple row) {
        if (copy.divided() == null || !copy.divided()) {
            return 0;
        }
        int[] columns = columns(mutation.table());
        if (integer) {
            return place(Long.parseLong(row.text(columns[0])));
        }
        Integer place = answers.get(key(row, columns));
        boolean plannedSince = place != null && place == boundsAsked && bounds().size() > boundsAsked;
        return place == null || plannedSince ? UNKNOWN : place;
    }

    private int place(long key) {
        List<CopyChunk> chunks = copy.chunks();
        if (uppers.length != chunks.size()) {
            uppers = chunks.stream()
                    .mapToLong(c -> c.range().upper() == null
                            ? Long.MAX_VALUE
                            : Long.parseLong(c.range().upper().get(0)))
                    .toArray();
        }
        int low = 0;
        int high = uppers.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (uppers[middle] < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Asks for all keys of the table from a place of the batch on. */
    Future<Void> ask(List<Mutation> mutations, int from) {
        answers.clear();
        List<List<String>> bounds = bounds();
        for (Mutation m : mutations.subList(from, mutations.size())) {
            if (m instanceof RowMutation row && row.table().name().equals(copy.table())) {
                int[] columns = columns(row.table());
                answers.put(key(row.keySource(), columns), UNKNOWN);
                if (m instanceof Update update && update.movesKey()) {
                    answers.put(key(update.row(), columns), UNKNOWN);
                }
            }
        }
        List<List<String>> keys = new ArrayList<>(answers.keySet());
        return source.places(copy.definition(), bounds, keys)
                .onSuccess(places -> {
                    boundsAsked = bounds.size();
                    for (int i = 0; i < places.length; i++) {
                        answers.put(keys.get(i), places[i]);
                    }
                })
                .mapEmpty();
    }

    private List<List<String>> bounds() {
        return copy.chunks().stream()
                .map(c -> c.range().upper())
                .filter(upper -> upper != null)
                .toList();
    }

    /** By name: a shape of the stream may list the key's columns in another order. */
    private int[] columns(TableSchema shape) {
        return columns.computeIfAbsent(
                shape,
                s -> copy.definition().schema().keyNames().stream()
                        .mapToInt(s::indexOf)
                        .toArray());
    }

    private static List<String> key(Tuple row, int[] columns) {
        List<String> key = new ArrayList<>(columns.length);
        for (int column : columns) {
            key.add(row.text(column));
        }
        return key;
    }
}
