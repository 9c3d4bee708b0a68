package io.penstock.node;

import io.penstock.cli.NodeStarter;
import io.penstock.cli.PenstockCommand;
import java.time.Duration;

/** Where the process begins. */
public final class Main {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(25);

    private Main() {}

    public static void main(String[] args) {
        Logging.quietLibraries();
        NodeStarter starter = new NodeRunner(Node::new, STOP_LIMIT);
        System.exit(PenstockCommand.line(starter, new NodePreflight(), System.getenv())
                .execute(args));
    }
}
