package io.penstock.demo;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Ends what was started, the last first, exactly once: at the end of the demo or on Ctrl-C. Nothing is ended while it
 * is half started, and nothing starts any more once the end has come.
 */
final class Shutdown implements AutoCloseable {
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private volatile boolean closed;
    private volatile boolean byPerson;

    Shutdown() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onExit, "demo-shutdown"));
    }

    /** Something that takes a while to start. */
    interface Start {
        void run() throws Exception;
    }

    /** Starts something, and has {@code end} ended later, whether or not the start succeeded. */
    synchronized void start(AutoCloseable end, Start start) throws Exception {
        if (closed) {
            throw new IllegalStateException("the demo is being ended");
        }
        started.push(end);
        start.run();
    }

    /** True when Ctrl-C ends the demo: the JVM is on its way out already, and calling exit would wait for ever. */
    boolean byPerson() {
        return byPerson;
    }

    @Override
    public void close() {
        // Before the lock, which whoever starts something holds: the next start is refused.
        closed = true;
        endAll();
    }

    private synchronized void endAll() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception e) {
                System.err.println("While ending the demo: " + e);
            }
        }
    }

    private void onExit() {
        byPerson = !closed;
        close();
    }
}
