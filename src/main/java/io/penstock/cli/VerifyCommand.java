package io.penstock.cli;

import io.penstock.model.LoopName;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Has a node compare a loop's source and target, waits for the end and prints what was found. */
@Command(
        name = "verify",
        description = "Compare source and target while both change. Exits with 1 when they differ.",
        footer = {"", "Example: penstock verify --loop shop --table 'public.order*' --repair"})
final class VerifyCommand implements Callable<Integer> {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOption node;

    @Option(names = "--loop", required = true, paramLabel = "NAME", description = "The loop's name.")
    private String loop;

    @Option(
            names = "--table",
            paramLabel = "GLOB",
            description = "schema.table, where * and ? are wild; may be given several times. All tables otherwise.")
    private List<String> tables;

    @Option(names = "--repair", description = "Copy tables again that differ, and compare them once more.")
    private boolean repair;

    @Override
    public Integer call() throws InterruptedException {
        String path = "/api/loops/" + checked() + "/verify";
        NodeClient client = node.client();
        JsonObject body = new JsonObject().put("repair", repair);
        JsonObject answer = client.post(path, tables == null ? body : body.put("tables", new JsonArray(tables)));
        while ("running".equals(answer.getString("state"))) {
            Thread.sleep(LOOK_AGAIN.toMillis());
            answer = client.get(path);
        }
        return told(answer);
    }

    private int told(JsonObject answer) {
        if (!"done".equals(answer.getString("state"))) {
            throw new CommandException(ExitCode.FAILED, loop + ": not verified: " + answer.getString("error"));
        }
        PrintWriter out = spec.commandLine().getOut();
        for (Object one : answer.getJsonArray("results")) {
            line((JsonObject) one, out);
        }
        if (!answer.getJsonArray("repaired").isEmpty()) {
            out.println("copied again: "
                    + answer.getJsonArray("repaired").stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", ")));
        }
        long differences = answer.getLong("differences");
        boolean whole = answer.getLong("undecided") == 0 && answer.getLong("skipped") == 0;
        out.println(loop + ": " + answer.getInteger("tables") + " tables, " + answer.getLong("rows") + " rows, "
                + (differences > 0
                        ? differences + " differences"
                        : whole ? "equal" : "no difference in what could be compared"));
        return differences == 0 && whole ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static void line(JsonObject table, PrintWriter out) {
        String name = table.getString("table");
        if (table.getString("skipped") != null) {
            out.println(name + ": not compared: " + table.getString("skipped"));
            return;
        }
        long found = table.getLong("missing") + table.getLong("extra") + table.getLong("different");
        if (found + table.getLong("undecided") > 0 || table.getBoolean("truncated")) {
            out.println(name + ": " + table.getLong("missing") + " missing, " + table.getLong("extra") + " extra, "
                    + table.getLong("different") + " different, " + table.getLong("undecided") + " undecided"
                    + (table.getBoolean("truncated") ? ", and more" : ""));
        }
    }

    private String checked() {
        try {
            return new LoopName(loop).text();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--loop: " + e.getMessage());
        }
    }
}
