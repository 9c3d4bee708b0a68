package io.penstock.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/** {@code ./penstock demo}: shows in less than a minute, and proves at the end, what Penstock does. */
public final class Demo {
    private Demo() {}

    /** Exit codes: 0 source and target are equal, 1 they are not or something broke, 2 wrong use. */
    public static void main(String[] words) {
        if (List.of(words).contains("--help")) {
            System.out.println(DemoOptions.USAGE);
            return;
        }
        DemoOptions options;
        try {
            options = DemoOptions.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + DemoOptions.USAGE);
            System.exit(2);
            return;
        }
        // The demo tells what happens itself; the log only what it did not expect.
        quiet(org.slf4j.Logger.ROOT_LOGGER_NAME, Level.WARN);
        quiet("io.penstock", Level.WARN);
        quiet("io.vertx", Level.ERROR);
        Shutdown shutdown = new Shutdown();
        int code = run(options, shutdown);
        if (!shutdown.byPerson()) {
            System.exit(code);
        }
    }

    private static int run(DemoOptions options, Shutdown shutdown) {
        try (shutdown) {
            Console console = new Console(System.out);
            boolean equal = options.nodes() > 1
                    ? new ClusterStory(options, shutdown, console).tell()
                    : new Story(options, shutdown, console, PenstockNode::new).tell();
            return equal ? 0 : 1;
        } catch (Exception e) {
            if (!shutdown.byPerson()) {
                System.err.println("The demo failed: " + e);
            }
            return 1;
        }
    }

    private static void quiet(String logger, Level level) {
        ((Logger) LoggerFactory.getLogger(logger)).setLevel(level);
    }
}
