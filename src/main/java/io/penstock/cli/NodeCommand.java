package io.penstock.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the commands about nodes share: any node is asked, and answers with a line a node. */
abstract sealed class NodeCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    private NodeOption node;

    abstract JsonObject ask(NodeClient client);

    @Override
    public Integer call() {
        JsonArray nodes = ask(node.client()).getJsonArray("nodes", new JsonArray());
        for (int i = 0; i < nodes.size(); i++) {
            JsonObject one = nodes.getJsonObject(i);
            spec.commandLine()
                    .getOut()
                    .println(one.getString("name") + (one.getBoolean("cordoned", false) ? "  cordoned" : ""));
        }
        return ExitCode.DONE;
    }

    @Command(name = "nodes", description = "List the nodes of the cluster, the eldest first.")
    static final class Nodes extends NodeCommand {
        @Override
        JsonObject ask(NodeClient client) {
            return client.get("/api/nodes");
        }
    }

    /** One of the commands that name a node. */
    abstract static sealed class Named extends NodeCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The node, as `penstock nodes` names it.")
        private String name;

        @Override
        JsonObject ask(NodeClient client) {
            String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
            return client.post("/api/nodes/" + encoded + "/" + spec.name(), new JsonObject());
        }
    }

    @Command(name = "cordon", description = "Have a node hand its loops over, and take none.")
    static final class Cordon extends Named {}

    @Command(name = "uncordon", description = "Let a node take loops again.")
    static final class Uncordon extends Named {}
}
