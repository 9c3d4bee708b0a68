package io.penstock.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Where one node of the demo's cluster listens. */
record Member(String name, int httpPort, int memberPort, int busPort) {
    static final String HOST = "127.0.0.1";

    /** On ports that nobody listens on now. */
    static Member of(String name) {
        return new Member(name, freePort(), freePort(), freePort());
    }

    String address() {
        return HOST + ":" + memberPort;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
