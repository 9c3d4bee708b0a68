package io.penstock.cli;

import io.penstock.model.LoopName;
import io.penstock.model.LoopState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the commands to one loop share: a loop, a node, one POST, one line of answer. */
abstract sealed class LoopCommand implements Callable<Integer> {
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(5);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOption node;

    @Option(names = "--loop", required = true, paramLabel = "NAME", description = "The loop's name.")
    private String loop;

    @Override
    public Integer call() {
        NodeClient client = node.client();
        String path = "/api/loops/" + checked(loop);
        String state = settled(client, path, client.post(path + "/" + spec.name(), body()));
        spec.commandLine().getOut().println(loop + ": " + state);
        return ExitCode.DONE;
    }

    /** The state behind DRAINING, waited for: who pauses or drains wants to know when it is done. */
    private String settled(NodeClient client, String path, JsonObject answer) {
        long limit = System.nanoTime() + SETTLED_WITHIN.toNanos();
        String state = answer.getString("state");
        while (LoopState.DRAINING.name().equals(state)) {
            if (System.nanoTime() - limit > 0) {
                throw new CommandException(
                        ExitCode.FAILED,
                        loop + ": still DRAINING after " + SETTLED_WITHIN.toSeconds()
                                + " s; it goes on, look at it with `penstock status`");
            }
            try {
                Thread.sleep(LOOK_AGAIN.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandException(ExitCode.FAILED, "interrupted; the loop goes on draining");
            }
            state = client.get(path).getString("state");
        }
        return state;
    }

    JsonObject body() {
        return new JsonObject();
    }

    private String checked(String name) {
        try {
            return new LoopName(name).text();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--loop: " + e.getMessage());
        }
    }

    @Command(name = "pause", description = "Stop applying at the next border; source and target stay connected.")
    static final class Pause extends LoopCommand {}

    @Command(name = "resume", description = "Go on after pause or drain, or try a failed loop again.")
    static final class Resume extends LoopCommand {}

    @Command(name = "drain", description = "Apply what has been read, then stand still.")
    static final class Drain extends LoopCommand {}

    @Command(name = "move", description = "Have a loop run on another node of the cluster from now on.")
    static final class Move extends LoopCommand {
        @Parameters(index = "0", paramLabel = "NODE", description = "A node's name, or auto for wherever it fits.")
        private String to;

        @Override
        JsonObject body() {
            return new JsonObject().put("node", to);
        }
    }

    @Command(name = "mode", description = "Change how a loop applies, at the next border.")
    static final class Mode extends LoopCommand {
        @Parameters(index = "0", paramLabel = "MODE", description = "auto, serial or fan.")
        private String mode;

        @Override
        JsonObject body() {
            return new JsonObject().put("mode", mode);
        }
    }

    @Command(name = "backfill", description = "Copy tables again while everything else goes on.")
    static final class Backfill extends LoopCommand {
        @Option(
                names = "--table",
                required = true,
                paramLabel = "GLOB",
                description = "schema.table, where * and ? are wild; may be given several times.")
        private List<String> tables;

        @Override
        JsonObject body() {
            return new JsonObject().put("tables", new JsonArray(tables));
        }
    }
}
