package io.penstock.lease;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Where loops ought to run. Every node computes the same from the same facts, so nobody has to be asked: rendezvous
 * hashing, in which a node that comes or goes moves few loops, with a bound on how many a node may have.
 */
final class Placement {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private Placement() {}

    /**
     * @param candidates for each loop the nodes that may run it
     * @param pinned where an operator wants a loop; counts where that node is a candidate
     * @return the node of each loop that has a candidate
     */
    static Map<String, String> of(SortedMap<String, Set<String>> candidates, Map<String, String> pinned) {
        Map<String, String> placed = new HashMap<>();
        Map<String, Integer> load = new HashMap<>();
        candidates.forEach((loop, nodes) -> {
            String pin = pinned.get(loop);
            if (pin != null && nodes.contains(pin)) {
                place(loop, pin, placed, load);
            }
        });
        long nodes =
                candidates.values().stream().flatMap(Set::stream).distinct().count();
        Shares shares = new Shares(load, candidates.size(), (int) Math.max(1, nodes));
        candidates.forEach((loop, able) -> {
            if (!placed.containsKey(loop) && !able.isEmpty()) {
                List<String> preferred = able.stream()
                        .sorted(Comparator.comparingLong((String node) -> hash(loop, node))
                                .reversed()
                                .thenComparing(Comparator.naturalOrder()))
                        .toList();
                String chosen =
                        preferred.stream().filter(shares::hasRoom).findFirst().orElse(preferred.get(0));
                place(loop, chosen, placed, load);
            }
        });
        return placed;
    }

    /** All nodes have the same number of loops, or one more while some are left over. */
    private record Shares(Map<String, Integer> load, int loops, int nodes) {
        boolean hasRoom(String node) {
            int share = loops / nodes;
            int has = load.getOrDefault(node, 0);
            long over = load.values().stream().filter(n -> n > share).count();
            return has < share || (has == share && over < loops % nodes);
        }
    }

    private static void place(String loop, String node, Map<String, String> placed, Map<String, Integer> load) {
        placed.put(loop, node);
        load.merge(node, 1, Integer::sum);
    }

    /** FNV-1a, with the bits mixed once more: names that differ in their last letter only must not follow each other. */
    static long hash(String loop, String node) {
        long hash = FNV_OFFSET;
        for (byte b : (loop + "\0" + node).getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}
