package io.penstock.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One mapping of the file and the way to it. Refuses keys that nobody knows as soon as it is made. */
final class Section {
    private final ObjectNode node;
    private final String path;
    private final Refusal refusal;
    private final Variables variables;

    private Section(JsonNode node, String path, List<String> known, Refusal refusal, Variables variables) {
        this.path = path;
        this.refusal = refusal;
        this.variables = variables;
        if (!(node instanceof ObjectNode mapping)) {
            throw refusal.of(path, "this is no mapping", "write keys under it: " + String.join(", ", known));
        }
        this.node = mapping;
        for (String key : (Iterable<String>) mapping::fieldNames) {
            if (!known.contains(key)) {
                String hint = NearestName.of(key, known)
                        .map(name -> "did you mean \"" + name + "\"?")
                        .orElse("known here: " + String.join(", ", known));
                throw refusal.of(join(path, key), "unknown key", hint);
            }
        }
    }

    static Section root(JsonNode node, Refusal refusal, Variables variables) {
        return new Section(node, "", Keys.ROOT, refusal, variables);
    }

    /** An optional mapping; a missing one reads as empty. */
    Section section(String key, List<String> known) {
        JsonNode child = child(key);
        JsonNode mapping = child.isMissingNode() ? node.objectNode() : child;
        return new Section(mapping, at(key), known, refusal, variables);
    }

    Section requiredSection(String key, List<String> known) {
        if (child(key).isMissingNode()) {
            throw missing(key, "write it with " + String.join(", ", known));
        }
        return section(key, known);
    }

    /** The mappings of a list that must have at least one. */
    List<Section> sections(String key, List<String> known) {
        JsonNode list = child(key);
        if (list.isMissingNode() || (list.isArray() && list.isEmpty())) {
            throw missing(key, "write at least one entry with " + String.join(", ", known));
        }
        if (!list.isArray()) {
            throw refusal.of(at(key), "this is no list", "begin each entry with a hyphen");
        }
        List<Section> sections = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            sections.add(new Section(list.get(i), at(key) + "[" + i + "]", known, refusal, variables));
        }
        return sections;
    }

    /** A text, its variables replaced, read by {@code reader}; {@code otherwise} when it is not there. */
    <T> T read(String key, T otherwise, Function<String, T> reader) {
        JsonNode value = child(key);
        return value.isMissingNode() ? otherwise : value(at(key), value, reader.compose(variables::resolve));
    }

    <T> T required(String key, String example, Function<String, T> reader) {
        if (child(key).isMissingNode()) {
            throw missing(key, "write it, for example " + example);
        }
        return read(key, null, reader);
    }

    /** As {@link #required}, with variables left for the reader to replace. */
    <T> T requiredRaw(String key, String example, Function<String, T> reader) {
        return child(key).isMissingNode() ? required(key, example, reader) : value(at(key), child(key), reader);
    }

    /** Like {@link #read(String, Object, Function)}, for names that YAML could take for something else. */
    String text(String key, String otherwise) {
        JsonNode value = child(key);
        if (value.isNumber() || value.isBoolean()) {
            throw refusal.of(at(key), "YAML reads this as a number or truth value", "put it in quotes");
        }
        return read(key, otherwise, text -> {
            if (text.isBlank()) {
                throw new BadValueException("the text is empty", "write one, or leave the key away");
            }
            return text;
        });
    }

    boolean truth(String key, boolean otherwise) {
        return read(key, otherwise, text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new BadValueException("\"" + text + "\" is neither true nor false", "write true or false");
        });
    }

    /** A list of texts; one text alone counts as a list of one. */
    <T> List<T> list(String key, Function<String, T> reader) {
        JsonNode value = child(key);
        if (value.isMissingNode()) {
            return List.of();
        }
        if (!value.isArray()) {
            return List.of(read(key, null, reader));
        }
        List<T> list = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            list.add(value(at(key) + "[" + i + "]", value.get(i), reader.compose(variables::resolve)));
        }
        return list;
    }

    boolean has(String key) {
        return !child(key).isMissingNode();
    }

    String at(String key) {
        return join(path, key);
    }

    ConfigException refuse(String key, String problem, String remedy) {
        return refusal.of(at(key), problem, remedy);
    }

    ConfigException missing(String key, String remedy) {
        return refusal.of(at(key), "this key is missing", remedy);
    }

    private <T> T value(String at, JsonNode value, Function<String, T> reader) {
        if (!value.isValueNode() || value.isNull()) {
            throw refusal.of(at, "this is no single value", "write one text or number here");
        }
        try {
            return reader.apply(value.asText());
        } catch (BadValueException e) {
            throw refusal.of(at, e.getMessage(), e.remedy());
        }
    }

    /** A key with nothing behind it counts as not written. */
    private JsonNode child(String key) {
        JsonNode child = node.path(key);
        return child.isNull() ? MissingNode.getInstance() : child;
    }

    private static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
