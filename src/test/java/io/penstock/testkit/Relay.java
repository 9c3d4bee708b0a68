package io.penstock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port that passes bytes on to a server, and can be shut as if that server were down. */
public final class Relay implements AutoCloseable {
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final String host;
    private final int to;
    private final int port;
    private ServerSocket listener;

    /** Begins shut. */
    public Relay(String host, int to) {
        this.host = host;
        this.to = to;
        try (ServerSocket free = new ServerSocket(0)) {
            this.port = free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    /** From here connections reach the server. */
    public synchronized void open() {
        try {
            ServerSocket opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new java.net.InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            listener = opened;
            daemon(() -> accept(opened));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connections are cut, and new ones refused. */
    public synchronized void shut() {
        quietly(listener);
        listener = null;
        open.forEach(Relay::quietly);
        open.clear();
    }

    @Override
    public void close() {
        shut();
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                Socket near = from.accept();
                Socket far = new Socket(host, to);
                join(from, near, far);
            } catch (IOException e) {
                // The listener was closed, or the server is not there: the next accept tells which.
            }
        }
    }

    private synchronized void join(ServerSocket from, Socket near, Socket far) {
        if (from != listener) {
            quietly(near);
            quietly(far);
            return;
        }
        open.add(near);
        open.add(far);
        daemon(() -> pass(near, far));
        daemon(() -> pass(far, near));
    }

    private static void pass(Socket from, Socket into) {
        try {
            from.getInputStream().transferTo(into.getOutputStream());
        } catch (IOException e) {
            // One end is gone; the other goes with it.
        } finally {
            quietly(from);
            quietly(into);
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private static void quietly(AutoCloseable closed) {
        try {
            if (closed != null) {
                closed.close();
            }
        } catch (Exception e) {
            // What is being thrown away can't fail in a way that matters.
        }
    }
}
