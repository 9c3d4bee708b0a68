package io.penstock.cli;

import io.penstock.bus.LoopStatus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "status", description = "Show how the loops of a node stand.")
final class StatusCommand implements Callable<Integer> {
    /** The cursor to the upper left corner, and nothing below it. */
    private static final String FRESH_SCREEN = "\u001b[H\u001b[J";

    private final Duration pause;

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOption node;

    @Option(names = "--json", description = "Print what the node says, as JSON.")
    private boolean json;

    @Option(names = "--watch", description = "Repeat every two seconds until interrupted, on one screen in a terminal.")
    private boolean watch;

    /** @param pause between two looks with {@code --watch} */
    StatusCommand(Duration pause) {
        this.pause = pause;
    }

    @Override
    public Integer call() throws InterruptedException {
        NodeClient client = node.client();
        PrintWriter out = spec.commandLine().getOut();
        String before = watch && !json && Ansi.AUTO.enabled() ? FRESH_SCREEN : "";
        out.print(before);
        print(client, out);
        while (watch) {
            Thread.sleep(pause.toMillis());
            out.print(before.isEmpty() ? System.lineSeparator() : before);
            print(client, out);
        }
        return ExitCode.DONE;
    }

    private void print(NodeClient client, PrintWriter out) {
        JsonObject answer = client.get("/api/loops");
        JsonArray loops = answer.getJsonArray("loops", new JsonArray());
        if (json) {
            // One line a look, for programs that follow it.
            out.println(watch ? answer.encode() : answer.encodePrettily());
        } else {
            StatusTable.lines(loops.stream()
                            .map(one -> LoopStatus.fromJson((JsonObject) one))
                            .toList())
                    .forEach(out::println);
        }
        out.flush();
    }
}
