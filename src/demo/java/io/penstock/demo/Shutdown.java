package io.penstock.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Ends what was started, the last first, exactly once: at the end of the demo or on Ctrl-C. On Ctrl-C the main thread
 * is interrupted and waited for, so that nothing new is started behind the back of what is being ended.
 */
final class Shutdown implements AutoCloseable {
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final Thread main = Thread.currentThread();
    private boolean closed;
    private volatile boolean byPerson;

    Shutdown() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupted, "demo-shutdown"));
    }

    /** Has {@code resource} ended later; best called before it is started. */
    synchronized <T extends AutoCloseable> T add(T resource) {
        if (closed) {
            throw new IllegalStateException("the demo is being ended");
        }
        started.push(resource);
        return resource;
    }

    @Override
    public synchronized void close() {
        closed = true;
        // What is ended may have to wait for it; the interrupt has done its work.
        Thread.interrupted();
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception e) {
                System.err.println("While ending the demo: " + e);
            }
        }
    }

    /** True when Ctrl-C ends the demo: the JVM is on its way out already, and calling exit would wait for ever. */
    boolean byPerson() {
        return byPerson;
    }

    private void interrupted() {
        if (!isClosed()) {
            byPerson = true;
            main.interrupt();
            try {
                main.join(PATIENCE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        close();
    }

    private synchronized boolean isClosed() {
        return closed;
    }
}
