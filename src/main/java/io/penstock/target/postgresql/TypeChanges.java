package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.TypeDefinition.CompositeType;
import io.penstock.model.TypeDefinition.EnumType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is to be done to a type of the target so that it has what the source's has. Nothing is ever taken away. */
final class TypeChanges {
    private TypeChanges() {}

    /**
     * Adds labels that the target has under no name: statements that each want a transaction of their own.
     *
     * @param ids the source's identifier of each of the target's labels, as far as it is recorded
     */
    static List<String> additions(EnumType source, List<String> target, Map<String, Long> ids) {
        Map<String, String> renamed = renames(source, target, ids);
        Map<String, String> targetNames = new HashMap<>();
        renamed.forEach((from, to) -> targetNames.put(to, from));
        target.forEach(label -> targetNames.putIfAbsent(label, label));
        List<String> statements = new ArrayList<>();
        List<String> labels = source.labels();
        for (int i = 0; i < labels.size(); i++) {
            String label = labels.get(i);
            if (targetNames.containsKey(label)) {
                continue;
            }
            // those before it are there by now, so only the first has to look ahead
            String next = labels.stream()
                    .filter(targetNames::containsKey)
                    .findFirst()
                    .map(targetNames::get)
                    .orElse(null);
            String place = i > 0 ? "AFTER" : next == null ? null : "BEFORE";
            statements.add(
                    DdlTypes.addLabel(source.name(), label, place, i > 0 ? targetNames.get(labels.get(i - 1)) : next));
            targetNames.put(label, label);
        }
        return statements;
    }

    /** Labels of the target that have another name on the source now. */
    static Map<String, String> renames(EnumType source, List<String> target, Map<String, Long> ids) {
        Map<Long, String> byId = new HashMap<>();
        for (int i = 0; i < source.labelIds().size(); i++) {
            byId.put(source.labelIds().get(i), source.labels().get(i));
        }
        boolean sameType = ids.values().stream().anyMatch(byId::containsKey);
        if (!sameType) {
            return renamed(source.labels(), target);
        }
        Map<String, String> renames = new HashMap<>();
        for (String label : target) {
            String now = byId.get(ids.get(label));
            if (now != null && !target.contains(now)) {
                renames.put(label, now);
            }
        }
        return renames;
    }

    static List<String> of(CompositeType source, List<String> target) {
        List<String> statements = new ArrayList<>();
        for (Column attribute : source.attributes()) {
            if (!target.contains(attribute.name())) {
                statements.add(DdlTypes.addAttribute(source.name(), attribute));
            }
        }
        return statements;
    }

    /** A label was renamed when it is the only one that vanished, and another the only new one, at the same place. */
    private static Map<String, String> renamed(List<String> source, List<String> target) {
        Map<String, List<String>> vanished = strangersByNeighbour(target, new HashSet<>(source));
        Map<String, List<String>> appeared = strangersByNeighbour(source, new HashSet<>(target));
        Map<String, String> renamed = new HashMap<>();
        vanished.forEach((neighbour, labels) -> {
            List<String> candidates = appeared.getOrDefault(neighbour, List.of());
            if (labels.size() == 1 && candidates.size() == 1) {
                renamed.put(labels.get(0), candidates.get(0));
            }
        });
        return renamed;
    }

    /** Labels that the other side lacks, under the last label before them that both have; null for the beginning. */
    private static Map<String, List<String>> strangersByNeighbour(List<String> labels, Set<String> other) {
        Map<String, List<String>> strangers = new HashMap<>();
        String neighbour = null;
        for (String label : labels) {
            if (other.contains(label)) {
                neighbour = label;
            } else {
                strangers.computeIfAbsent(neighbour, none -> new ArrayList<>()).add(label);
            }
        }
        return strangers;
    }
}
