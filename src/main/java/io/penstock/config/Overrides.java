package io.penstock.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Values from the environment and from flags, which go before the file's. */
final class Overrides {
    private static final List<String> PREFIXES = List.of("PENSTOCK_NODE_", "PENSTOCK_CLUSTER_");
    /** Farther off is another program's variable (Kubernetes sets PENSTOCK_NODE_SERVICE_HOST and the like). */
    private static final int MISSPELT_EDITS_AT_MOST = 2;

    private Overrides() {}

    /** What the environment sets, in the order of the variables' names. */
    static List<Setting> fromEnvironment(Map<String, String> environment) {
        List<Setting> settings = new ArrayList<>();
        Map<String, String> known = new TreeMap<>();
        Keys.OVERRIDABLE.forEach(key -> known.put(variable(key), key));
        new TreeMap<>(environment).forEach((name, value) -> {
            if (known.containsKey(name)) {
                settings.add(new Setting(known.get(name), value, name));
            } else if (PREFIXES.stream().anyMatch(name::startsWith)) {
                refuseMisspelt(name, known);
            }
        });
        return settings;
    }

    /** Puts each value into the tree, making the mappings on the way. */
    static void apply(List<Setting> settings, JsonNode root) {
        for (Setting setting : settings) {
            JsonNode at = root;
            String[] steps = setting.key().split("\\.");
            for (int i = 0; i < steps.length - 1 && at instanceof ObjectNode mapping; i++) {
                JsonNode next = mapping.path(steps[i]);
                at = next.isMissingNode() || next.isNull() ? mapping.putObject(steps[i]) : next;
            }
            // Where the file has something other than a mapping, reading it will say so.
            if (at instanceof ObjectNode mapping) {
                mapping.put(steps[steps.length - 1], setting.value());
            }
        }
    }

    private static void refuseMisspelt(String name, Map<String, String> known) {
        known.keySet().stream()
                .filter(k -> NearestName.edits(name, k) <= MISSPELT_EDITS_AT_MOST)
                .findFirst()
                .ifPresent(nearest -> {
                    throw new ConfigException("environment: " + name + ": unknown variable; did you mean " + nearest
                            + "? unset it or rename it");
                });
    }

    private static String variable(String key) {
        return "PENSTOCK_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
    }
}
