package io.penstock.node;

import io.penstock.cli.NodeStarter;
import io.penstock.cli.PenstockCommand;
import io.penstock.cli.Preflight;
import java.time.Duration;
import java.util.List;

/** Where the process begins. */
public final class Main {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(25);

    private Main() {}

    public static void main(String[] args) {
        Logging.quietLibraries();
        NodeStarter starter = new NodeRunner(DoorsOnly::new, STOP_LIMIT);
        System.exit(
                PenstockCommand.line(starter, notLookedAt(), System.getenv()).execute(args));
    }

    /** The configuration has been read when this is asked; the servers are not looked at. */
    private static Preflight notLookedAt() {
        return config -> config.loops().stream()
                .flatMap(loop -> List.of(loop.source().url(), loop.target().url()).stream()
                        .map(url -> new Preflight.Finding(
                                Preflight.Level.WARNING,
                                "loop " + loop.name(),
                                url + " is well written, but was not connected to",
                                "")))
                .toList();
    }
}
