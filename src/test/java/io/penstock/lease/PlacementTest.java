package io.penstock.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static final int LOOPS = 100;

    @Test
    void each_node_has_its_share() {
        for (int nodes = 1; nodes <= 7; nodes++) {
            Map<String, String> placed = Placement.of(candidates(names(nodes)), Map.of());
            assertThat(placed).hasSize(LOOPS);
            for (String node : names(nodes)) {
                assertThat(Collections.frequency(placed.values(), node))
                        .isBetween(LOOPS / nodes, (LOOPS - 1) / nodes + 1);
            }
        }
    }

    @Test
    void few_loops_move_when_a_node_comes() {
        Map<String, String> three = Placement.of(candidates(names(3)), Map.of());
        Map<String, String> four = Placement.of(candidates(names(4)), Map.of());
        long moved = three.entrySet().stream()
                .filter(loop -> !four.get(loop.getKey()).equals(loop.getValue()))
                .count();
        // A quarter has to; hashing by the remainder would move three quarters.
        assertThat(moved).isBetween(20L, 45L);
    }

    @Test
    void every_version_places_the_same() {
        // Nodes of two versions live together during an upgrade, and must agree.
        assertThat(Placement.hash("shop", "node1")).isEqualTo(3302317009600305390L);
        assertThat(Placement.hash("", "")).isEqualTo(-5115162479779449349L);
    }

    @Test
    void pins_and_candidates_are_kept() {
        SortedMap<String, Set<String>> candidates = candidates(names(3));
        candidates.put("loop1", Set.of("n2"));
        candidates.put("loop2", Set.of());
        Map<String, String> placed = Placement.of(candidates, Map.of("loop3", "n1", "loop4", "gone"));
        assertThat(placed)
                .containsEntry("loop1", "n2")
                .containsEntry("loop3", "n1")
                .containsKey("loop4");
        assertThat(placed).doesNotContainKey("loop2");
    }

    private static List<String> names(int nodes) {
        return List.of("n1", "n2", "n3", "n4", "n5", "n6", "n7").subList(0, nodes);
    }

    private static SortedMap<String, Set<String>> candidates(List<String> nodes) {
        SortedMap<String, Set<String>> candidates = new TreeMap<>();
        for (int i = 0; i < LOOPS; i++) {
            candidates.put("loop" + i, Set.copyOf(nodes));
        }
        return candidates;
    }
}
