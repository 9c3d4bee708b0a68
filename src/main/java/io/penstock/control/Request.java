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
 * @param loop null for {@link Command#LIST}
 * @param value the mode for {@link Command#MODE}, otherwise null
 * @param tables patterns for {@link Command#BACKFILL}, otherwise empty
 */
record Request(Command command, LoopName loop, String value, List<String> tables) {
    Request(Command command, LoopName loop) {
        this(command, loop, null, List.of());
    }

    /** @throws Refusal for what is no request, or names a loop that is not among {@code known} */
    static Request read(Object body, List<LoopName> known) {
        if (!(body instanceof JsonObject json)) {
            throw bad("the request is no JSON object", "send {\"command\": \"list\"}");
        }
        String written = text(json, "command");
        Command command = Command.of(written)
                .orElseThrow(() -> bad(
                        "unknown command \"" + written + "\"",
                        nearest(written, Command.texts()) + known(Command.texts())));
        if (command == Command.LIST) {
            return new Request(command, null);
        }
        LoopName loop = loop(text(json, "loop"), known);
        return switch (command) {
            case MODE -> new Request(command, loop, mode(text(json, "value")), List.of());
            case BACKFILL -> new Request(command, loop, null, tables(json.getValue("tables")));
            default -> new Request(command, loop);
        };
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject().put("command", command.text()).put("loop", loop.text());
        if (command == Command.BACKFILL) {
            json.put("tables", new JsonArray(tables));
        }
        return value == null ? json : json.put("value", value);
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
                    Refusal.UNKNOWN_LOOP,
                    "this node has no loop \"" + written + "\"",
                    nearest(written, names) + known(names));
        }
        return new LoopName(written);
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
