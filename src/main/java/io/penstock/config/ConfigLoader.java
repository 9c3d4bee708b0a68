package io.penstock.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads and checks a node's configuration: a flag goes before the environment, that before the file, that before the defaults. */
public final class ConfigLoader {
    private ConfigLoader() {}

    /**
     * @param file YAML or JSON
     * @param environment for <code>${NAME}</code> in texts and for {@code PENSTOCK_NODE_…} variables
     * @param flags what the command line sets
     * @throws ConfigException which names file (or flag, or variable), key and remedy, and never a secret
     */
    public static PenstockConfig load(Path file, Map<String, String> environment, List<Setting> flags) {
        List<Setting> settings = new ArrayList<>(Overrides.fromEnvironment(environment));
        settings.addAll(flags);
        Map<String, String> origins = new HashMap<>();
        settings.forEach(s -> origins.put(s.key(), s.origin()));
        Refusal refusal = new Refusal(file.toString(), origins);

        JsonNode tree = YamlFile.read(file, refusal);
        Overrides.apply(settings, tree);
        Path folder = file.toAbsolutePath().getParent();
        Variables variables = new Variables(environment, folder);
        return read(Section.root(tree, refusal, variables), variables);
    }

    private static PenstockConfig read(Section root, Variables variables) {
        // All levels' keys are checked before any value is: a misspelt key is better news than a missing one.
        Section node = root.section("node", Keys.NODE);
        Section http = node.section("http", Keys.HTTP);
        Section cluster = root.section("cluster", Keys.CLUSTER);
        List<Section> loops = root.sections("loops", Keys.LOOP);

        LoopReader reader = new LoopReader(variables, Runtime.getRuntime().maxMemory());
        List<LoopConfig> read = loops.stream().map(reader::read).toList();
        LoopNames.check(loops, read);
        return new PenstockConfig(
                new PenstockConfig.Node(
                        new HttpReader(variables).read(http),
                        node.read("log", Defaults.LOG, t -> choice(PenstockConfig.LogFormat.class, t)),
                        node.read("name", null, ConfigLoader::nodeName)),
                new ClusterReader(variables.folder()).read(cluster),
                read);
    }

    /** One of an enumeration's names, in small letters. */
    static <E extends Enum<E>> E choice(Class<E> type, String text) {
        List<String> known = new ArrayList<>();
        for (E one : type.getEnumConstants()) {
            String name = one.name().toLowerCase(Locale.ROOT);
            if (name.equals(text)) {
                return one;
            }
            known.add(name);
        }
        String nearest = NearestName.of(text, known)
                .map(n -> "; did you mean \"" + n + "\"?")
                .orElse("");
        throw new BadValueException(
                "\"" + text + "\" is not known", "write one of " + String.join(", ", known) + nearest);
    }

    /** It stands in addresses of the bus, in log lines and on command lines. */
    private static String nodeName(String text) {
        if (!text.matches("[A-Za-z0-9._:@-]{1,80}")) {
            throw new BadValueException(
                    "\"" + text + "\" is no name for a node", "use 1 to 80 letters, digits and . _ : @ -");
        }
        return text;
    }

    static int wholeNumber(String text, int least, int most) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number out of bounds.
        }
        throw new BadValueException(
                "\"" + text + "\" is no whole number from " + least + " to " + most,
                "write one from " + least + " to " + most);
    }
}
