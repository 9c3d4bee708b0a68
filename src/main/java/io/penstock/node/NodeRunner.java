package io.penstock.node;

import io.penstock.cli.ExitCode;
import io.penstock.cli.NodeStarter;
import io.penstock.config.ConfigException;
import io.penstock.config.PenstockConfig;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ties a node's life to the process: started on the main thread, stopped by SIGTERM or SIGINT. After an orderly stop
 * the process exits with 0; without a hook of ours the JVM would say 143.
 *
 * @param stopLimit what a stop may take; Kubernetes kills 30 s after SIGTERM
 */
record NodeRunner(Supplier<NodeLife> lives, Duration stopLimit) implements NodeStarter {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRunner.class);

    @Override
    public int run(PenstockConfig config) {
        Logging.configure(config.node().log());
        NodeLife life = lives.get();
        Thread hook = new Thread(() -> Runtime.getRuntime().halt(stop(life)), "penstock-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            life.start(config).await();
        } catch (Exception e) {
            return startFailed(life, hook, e);
        }
        // Loops that fail don't end the node: they wait there for the operator.
        waitForTheHook();
        return ExitCode.DONE;
    }

    /** @return the exit code */
    private int stop(NodeLife life) {
        try {
            life.stop().await(stopLimit.toMillis(), TimeUnit.MILLISECONDS);
            LOG.info("stopped");
            return ExitCode.DONE;
        } catch (TimeoutException e) {
            LOG.error(
                    "not stopped within {} s; what was under way is rolled back and applied at the next start",
                    stopLimit.toSeconds());
        } catch (Exception e) {
            LOG.error("the stop failed; what was under way is rolled back and applied at the next start", e);
        }
        return ExitCode.FAILED;
    }

    private int startFailed(NodeLife life, Thread hook, Exception cause) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // A signal came in the middle: the hook is at work already and ends the process.
            waitForTheHook();
        }
        stop(life);
        if (cause instanceof ConfigException wrong) {
            throw wrong;
        }
        LOG.error("the node did not start", cause);
        return ExitCode.FAILED;
    }

    private static void waitForTheHook() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
