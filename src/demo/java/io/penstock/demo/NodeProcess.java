package io.penstock.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A node in a small JVM of its own, so that it can be killed. */
final class NodeProcess {
    private static final int LOG_TAIL = 2_000;

    private final Process process;
    private final Path log;

    private NodeProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Does not wait until it answers. @param log is appended */
    static NodeProcess start(Path configuration, Path log) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder start = new ProcessBuilder(List.of(
                java,
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                "io.penstock.node.Main",
                "start",
                "--config",
                configuration.toString()));
        return new NodeProcess(
                start.redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start(),
                log);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** The end of what it has logged. */
    String log() throws IOException {
        String all = Files.readString(log);
        return all.substring(Math.max(0, all.length() - LOG_TAIL));
    }

    /** SIGKILL: nothing is drained, nothing is given back. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
