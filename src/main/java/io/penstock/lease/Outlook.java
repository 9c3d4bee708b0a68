package io.penstock.lease;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The cluster at one time, as one node sees it: who is there, and where loops ought to run. */
final class Outlook {
    private final String token;
    private final List<Roster.Entry> nodes;
    private final Map<String, String> standing;
    private final Map<String, String> placement;
    private final Set<String> tokens = new HashSet<>();
    private final long leaving;

    /** @param token of the node that looks */
    Outlook(String token, List<Roster.Entry> nodes, Map<String, String> standing) {
        this.token = token;
        this.nodes = List.copyOf(nodes);
        this.standing = standing;
        nodes.forEach(node -> tokens.add(node.token()));
        this.leaving = nodes.stream().filter(this::isLeaving).count();
        this.placement = place();
    }

    List<Roster.Entry> nodes() {
        return nodes;
    }

    /** Members that are about to leave in order. */
    long leaving() {
        return leaving;
    }

    boolean isAlive(String holderToken) {
        return tokens.contains(holderToken);
    }

    boolean isCordoned(String node) {
        return Standing.isCordoned(standing, node);
    }

    /** Where the loop ought to run, or null when no node may run it. */
    String placed(String loop) {
        return placement.get(loop);
    }

    /** The definitions that count: those of the eldest node that has the loop. */
    SortedMap<String, String> definitions() {
        SortedMap<String, String> definitions = new TreeMap<>();
        nodes.stream()
                .filter(node -> !isLeaving(node))
                .forEach(node -> node.loops().forEach(definitions::putIfAbsent));
        return definitions;
    }

    /** Why this node may not run the loop: an elder one has it with another definition; null when it may. */
    LeaseException conflict(String loop) {
        String ours = null;
        for (Roster.Entry node : nodes) {
            if (node.token().equals(token)) {
                ours = node.loops().get(loop);
            }
        }
        for (Roster.Entry node : nodes) {
            if (node.token().equals(token)) {
                return null;
            }
            String theirs = node.loops().get(loop);
            if (theirs != null && ours != null && !theirs.equals(ours) && !isLeaving(node)) {
                return new LeaseException(
                        "loop " + loop + " is defined otherwise on node " + node.name() + ": "
                                + Fingerprint.differences(ours, theirs) + " differ",
                        "give all nodes the same definition of the loop and restart those that differ; until then"
                                + " this node leaves it to " + node.name());
            }
        }
        return null;
    }

    private boolean isLeaving(Roster.Entry node) {
        return Standing.isLeaving(standing, node.token());
    }

    private Map<String, String> place() {
        SortedMap<String, Set<String>> candidates = new TreeMap<>();
        definitions().forEach((loop, definition) -> candidates.put(loop, candidates(loop, definition)));
        return Map.copyOf(Placement.of(candidates, Standing.pins(standing, candidates.keySet())));
    }

    private Set<String> candidates(String loop, String definition) {
        Set<String> able = new TreeSet<>();
        Predicate<Roster.Entry> may = node -> definition.equals(node.loops().get(loop))
                && !isLeaving(node)
                && !Standing.isCordoned(standing, node.name());
        nodes.stream().filter(may).map(Roster.Entry::name).forEach(able::add);
        Set<String> fit = new TreeSet<>(able);
        fit.removeIf(node -> Standing.isUnfit(standing, loop, node));
        return fit.isEmpty() ? able : fit;
    }

    /** Whether others than this node may run the loop and have not given up on it. */
    boolean hasOthersFor(String loop, String self) {
        Map<String, String> definitions = new HashMap<>(definitions());
        String definition = definitions.get(loop);
        return definition != null
                && candidates(loop, definition).stream()
                        .anyMatch(node -> !node.equals(self) && !Standing.isUnfit(standing, loop, node));
    }
}
