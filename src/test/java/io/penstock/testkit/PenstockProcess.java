package io.penstock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The product in a JVM of its own, started as a person starts it, so that it can be stopped and killed. */
public final class PenstockProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int STOP_LIMIT_SECONDS = 30;
    private static final int LOG_TAIL = 4_000;
    /** A node of a test lives for seconds: the second compiler would cost more than it gives. */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        // A test JVM that is ended must not leave nodes behind.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALIVE.forEach(Process::destroyForcibly)));
    }

    private final Process process;
    private final Path log;
    private final PenstockApi api;
    private final String loop;

    private PenstockProcess(Process process, Path log, LoopYaml config) {
        this.process = process;
        this.log = log;
        this.loop = config.name();
        this.api = new PenstockApi(config.port());
    }

    /**
     * Starts and waits until the node answers. The log is appended, so that one file tells of all the starts.
     *
     * @param directory where configuration and log go
     * @param jvmOptions such as {@code -Xmx256m}
     */
    public static PenstockProcess start(LoopYaml config, Path directory, String... jvmOptions) {
        PenstockProcess started = launch(config, directory, jvmOptions);
        Eventually.isTrue("the node answers", START_LIMIT, () -> started.isLive() || !started.process.isAlive());
        if (!started.process.isAlive()) {
            throw new AssertionError(
                    "the node ended with " + started.process.exitValue() + " when starting:\n" + tail(started.log()));
        }
        return started;
    }

    /** Starts without waiting for anything. */
    public static PenstockProcess launch(LoopYaml config, Path directory, String... jvmOptions) {
        Path file = config.write(directory);
        Path log = directory.resolve(config.name() + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(FIRST_COMPILER);
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of("io.penstock.node.Main", "start", "--config", file.toString()));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            ALIVE.add(process);
            process.onExit().thenAccept(ALIVE::remove);
            return new PenstockProcess(process, log, config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isLive() {
        return api.get("/livez").isPresent();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    public PenstockApi api() {
        return api;
    }

    public LoopStatus status() {
        return api.status(loop);
    }

    public boolean post(String command) {
        return api.post(loop, command, "{}");
    }

    /** All that was logged so far. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As an operator stops it; a stop that takes too long or does not end with 0 is a failure. */
    public void stop() {
        process.destroy();
        if (!ended(STOP_LIMIT_SECONDS)) {
            kill();
            throw new AssertionError("not stopped within " + STOP_LIMIT_SECONDS + " s of SIGTERM:\n" + tail(log()));
        }
        if (process.exitValue() != 0) {
            throw new AssertionError("stopped with exit code " + process.exitValue() + ":\n" + tail(log()));
        }
    }

    /** As a power cut ends it: SIGKILL. */
    public void kill() {
        process.destroyForcibly();
        if (!ended(STOP_LIMIT_SECONDS)) {
            throw new AssertionError("process " + process.pid() + " survived SIGKILL");
        }
    }

    /** Kills what is still running. */
    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }

    private boolean ended(int seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String tail(String text) {
        return text.length() <= LOG_TAIL ? text : "… " + text.substring(text.length() - LOG_TAIL);
    }
}
