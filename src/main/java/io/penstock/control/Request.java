package io.penstock.control;

import io.penstock.config.ModeSetting;
import io.penstock.config.NearestName;
import io.penstock.config.TablePattern;
import io.penstock.model.LoopName;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A request that has been checked.
 *
 * @param loop null where the command is not about one
 * @param value the mode for {@link Command#MODE}, otherwise null
 * @param tables patterns for {@link Command#BACKFILL} and {@link Command#VERIFY} (where none stand for all), otherwise
 *     empty
 * @param node null where the command is not about one, and for a move to wherever the loop fits
 * @param repair for {@link Command#VERIFY}: whether tables that differ are copied again
 * @param here for {@link Command#LIST}: only what the asked node itself has
 */
record Request(
        Command command, LoopName loop, String value, List<String> tables, String node, boolean repair, boolean here) {
    /** For {@link Command#MOVE}: no node in particular. */
    static final String ANY_NODE = "auto";

    Request(Command command, LoopName loop) {
        this(command, loop, null, List.of(), null, false, false);
    }

    /** What a node has itself. */
    static Request ownList() {
        return new Request(Command.LIST, null, null, List.of(), null, false, true);
    }

    /** @throws Refusal for what is no request, or names a loop or node that is not among the known ones */
    static Request read(Object body, List<LoopName> known, List<String> nodes) {
        if (!(body instanceof JsonObject json)) {
            throw bad("the request is no JSON object", "send {\"command\": \"list\"}");
        }
        String written = text(json, "command");
        Command command = Command.of(written)
                .orElseThrow(() -> bad(
                        "unknown command \"" + written + "\"",
                        nearest(written, Command.texts()) + known(Command.texts())));
        return new Request(
                command,
                command.isOfLoop() ? loop(text(json, "loop"), known) : null,
                command == Command.MODE ? mode(text(json, "value")) : null,
                tables(command, json),
                command.isOfNode() ? node(text(json, "node"), command, nodes) : null,
                command == Command.VERIFY && json.getValue("repair") == Boolean.TRUE,
                json.getValue("here") == Boolean.TRUE);
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject().put("command", command.text());
        putUnlessNull(json, "loop", loop == null ? null : loop.text());
        putUnlessNull(json, "value", value);
        putUnlessNull(json, "node", node);
        if (command == Command.BACKFILL || command == Command.VERIFY) {
            json.put("tables", new JsonArray(tables));
        }
        if (repair) {
            json.put("repair", true);
        }
        return here ? json.put("here", true) : json;
    }

    private static void putUnlessNull(JsonObject json, String key, String value) {
        if (value != null) {
            json.put(key, value);
        }
    }

    private static List<String> tables(Command command, JsonObject json) {
        Object written = json.getValue("tables");
        boolean named = command == Command.BACKFILL || command == Command.VERIFY && written != null;
        return named ? tables(written) : List.of();
    }

    /** Read here, so that who asked hears what is wrong with it. */
    private static List<String> tables(Object written) {
        if (!(written instanceof JsonArray array)
                || array.isEmpty()
                || !array.stream().allMatch(String.class::isInstance)) {
            throw bad("\"tables\" is missing or no list of patterns", "send {\"tables\": [\"public.orders\"]}");
        }
        List<String> patterns = array.stream().map(String.class::cast).toList();
        for (String pattern : patterns) {
            TablePattern.problem(pattern).ifPresent(problem -> {
                throw bad(problem, "write schema.table, where * and ? are wild, and put odd names in double quotes");
            });
        }
        return patterns;
    }

    private static LoopName loop(String written, List<LoopName> known) {
        List<String> names = known.stream().map(LoopName::text).sorted().toList();
        if (!names.contains(written)) {
            throw new Refusal(
                    Refusal.UNKNOWN, "there is no loop \"" + written + "\"", nearest(written, names) + known(names));
        }
        return new LoopName(written);
    }

    private static String node(String written, Command command, List<String> nodes) {
        if (command == Command.MOVE && written.equals(ANY_NODE)) {
            return null;
        }
        if (!nodes.contains(written)) {
            throw new Refusal(
                    Refusal.UNKNOWN,
                    "there is no node \"" + written + "\" in the cluster",
                    nearest(written, nodes) + known(nodes));
        }
        return written;
    }

    private static String mode(String written) {
        List<String> modes = Arrays.stream(ModeSetting.values())
                .map(m -> m.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!modes.contains(written)) {
            throw bad("unknown mode \"" + written + "\"", nearest(written, modes) + known(modes));
        }
        return written;
    }

    private static String text(JsonObject json, String key) {
        if (!(json.getValue(key) instanceof String text)) {
            throw bad("\"" + key + "\" is missing or no text", "send it in the request");
        }
        return text;
    }

    private static String nearest(String written, Collection<String> known) {
        return NearestName.of(written, known)
                .map(n -> "did you mean \"" + n + "\"? ")
                .orElse("");
    }

    private static String known(Collection<String> names) {
        return "known: " + String.join(", ", names);
    }

    private static Refusal bad(String error, String remedy) {
        return new Refusal(Refusal.BAD_REQUEST, error, remedy);
    }
}
