package io.penstock.verify;

import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.verify.PostgresRows.Checksum;
import io.penstock.verify.PostgresRows.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Compares one table. Blocking; memory is bounded by the number of candidates. */
final class TableComparison {
    private static final int ROWS_A_BUCKET = 500;
    private static final int MOST_BUCKETS = 1 << 16;
    /** Rows that are looked at one by one. */
    private static final int MOST_CANDIDATES = 10_000;

    private static final int BUCKETS_A_QUESTION = 16;
    private static final int KEYS_A_QUESTION = 1_000;
    /** A row that changes at each of so many looks is left undecided. */
    private static final int MOST_LOOKS = 10;

    private static final int LOG_LOOKS = 200;

    private final PostgresRows source;
    private final PostgresRows target;
    private final PassedPosition passed;

    TableComparison(PostgresRows source, PostgresRows target, PassedPosition passed) {
        this.source = source;
        this.target = target;
        this.passed = passed;
    }

    TableResult of(TableDefinition definition) throws Exception {
        TableSchema table = definition.schema();
        if (!target.has(table.name())) {
            return TableResult.skipped(table.name(), "the target has no table of this name");
        }
        int buckets = buckets(definition.estimatedRows());
        Map<Integer, Checksum> here = source.checksums(table, buckets);
        Map<Integer, Checksum> there = target.checksums(table, buckets);
        long rows = here.values().stream().mapToLong(Checksum::rows).sum();
        List<Integer> differing = new ArrayList<>();
        for (int b = 0; b < buckets; b++) {
            if (!Objects.equals(here.get(b), there.get(b))) {
                differing.add(b);
            }
        }
        Set<List<String>> candidates = new HashSet<>();
        int next = 0;
        for (; next < differing.size() && candidates.size() < MOST_CANDIDATES; next += BUCKETS_A_QUESTION) {
            List<Integer> some = differing.subList(next, Math.min(next + BUCKETS_A_QUESTION, differing.size()));
            candidates.addAll(
                    differing(source.ofBuckets(table, buckets, some), target.ofBuckets(table, buckets, some)));
        }
        return decided(table, rows, candidates, next < differing.size());
    }

    private static int buckets(long estimatedRows) {
        int buckets = 1;
        while (buckets < MOST_BUCKETS && (long) buckets * ROWS_A_BUCKET < estimatedRows) {
            buckets <<= 1;
        }
        return buckets;
    }

    private static Set<List<String>> differing(Map<List<String>, Seen> here, Map<List<String>, Seen> there) {
        Set<List<String>> keys = new HashSet<>(here.keySet());
        keys.addAll(there.keySet());
        keys.removeIf(key -> Objects.equals(value(here.get(key)), value(there.get(key))));
        return keys;
    }

    /**
     * A row counts as different when it was the same on the source before and after the target was read, and the target
     * had passed all that the source's row shows. A row that the source lacks has no version there and may have come and
     * gone meanwhile; so it counts when the target has it unwritten at two looks, between which the source lacked it and
     * the target passed that.
     */
    private TableResult decided(TableSchema table, long rows, Set<List<String>> candidates, boolean truncated)
            throws Exception {
        long missing = 0;
        long extra = 0;
        long different = 0;
        Map<List<String>, String> suspects = new HashMap<>();
        Set<List<String>> open = candidates;
        for (int look = 0; look < MOST_LOOKS && !open.isEmpty(); look++) {
            Set<List<String>> left = new HashSet<>();
            for (List<List<String>> some : portions(open)) {
                Map<List<String>, Seen> before = source.ofKeys(table, some);
                awaitPassed();
                Map<List<String>, Seen> there = target.ofKeys(table, some);
                Map<List<String>, Seen> after = source.ofKeys(table, some);
                for (List<String> key : some) {
                    Seen seen = before.get(key);
                    String on = value(there.get(key));
                    boolean stood = Objects.equals(seen, after.get(key));
                    if (stood && Objects.equals(value(seen), on)) {
                        continue;
                    }
                    if (!stood) {
                        suspects.remove(key);
                        left.add(key);
                    } else if (seen == null && isNewSuspect(suspects, key, there.get(key))) {
                        left.add(key);
                    } else if (isLess(table, on, value(seen))) {
                        missing++;
                    } else if (isLess(table, value(seen), on)) {
                        extra++;
                    } else {
                        different++;
                    }
                }
            }
            open = left;
        }
        return new TableResult(table.name(), rows, missing, extra, different, open.size(), truncated, null);
    }

    private static boolean isNewSuspect(Map<List<String>, String> suspects, List<String> key, Seen onTarget) {
        return !onTarget.version().equals(suspects.put(key, onTarget.version()));
    }

    private static boolean isLess(TableSchema table, String one, String other) {
        if (!table.isKeyless() || one == null || other == null) {
            return one == null && other != null;
        }
        return Long.parseLong(one) < Long.parseLong(other);
    }

    private static String value(Seen seen) {
        return seen == null ? null : seen.value();
    }

    private static List<List<List<String>>> portions(Set<List<String>> keys) {
        List<List<String>> all = new ArrayList<>(keys);
        List<List<List<String>>> portions = new ArrayList<>();
        for (int i = 0; i < all.size(); i += KEYS_A_QUESTION) {
            portions.add(all.subList(i, Math.min(i + KEYS_A_QUESTION, all.size())));
        }
        return portions;
    }

    /** A commit may be visible before its log is written; the position is taken when it is. */
    private void awaitPassed() throws Exception {
        String inserted = source.insertedUpTo();
        for (int i = 0; i < LOG_LOOKS && !source.isLogWritten(inserted); i++) {
            source.pause();
        }
        passed.await();
    }
}
