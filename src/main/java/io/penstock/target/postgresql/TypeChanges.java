package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.QualifiedName;
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

    /** Statements that each want a transaction of their own. */
    static List<String> of(EnumType source, List<String> target) {
        List<String> statements = new ArrayList<>();
        Map<String, String> renamed = renamed(source.labels(), target);
        renamed.forEach((from, to) -> statements.add(DdlTypes.renameLabel(source.name(), from, to)));
        Set<String> present = new HashSet<>(target);
        present.addAll(renamed.values());
        statements.addAll(additions(source, present));
        return statements;
    }

    /** True when labels are only missing: none of the target's was renamed or is unknown to the source. */
    static boolean onlyAdds(EnumType source, List<String> target) {
        return source.labels().containsAll(target);
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

    private static List<String> additions(EnumType source, Set<String> present) {
        List<String> statements = new ArrayList<>();
        List<String> labels = source.labels();
        QualifiedName type = source.name();
        for (int i = 0; i < labels.size(); i++) {
            if (present.contains(labels.get(i))) {
                continue;
            }
            // those before it are there by now, so only the first has to look ahead
            String next = i > 0
                    ? null
                    : labels.stream().filter(present::contains).findFirst().orElse(null);
            String place = i > 0 ? "AFTER" : next == null ? null : "BEFORE";
            statements.add(DdlTypes.addLabel(type, labels.get(i), place, i > 0 ? labels.get(i - 1) : next));
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
