package io.penstock.conformance;

import io.penstock.stamp.Stamp;
import io.penstock.testkit.Database;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.SourceLog;
import java.nio.file.Path;
import java.time.Duration;

/** The loop of a case through its stops and starts. */
final class LoopUnderTest implements AutoCloseable {
    /** An error that stands this long while the loop tries again is what the operator will see. */
    private static final Duration ERROR_STANDS = Duration.ofSeconds(8);

    private final PenstockRunner runner;
    private final LoopYaml config;
    private final Path directory;
    private final Duration limit;
    private PenstockRunner.Running running;
    private LoopStatus last = LoopStatus.NONE;
    private String log = "";
    private long errorSince;

    LoopUnderTest(PenstockRunner runner, LoopYaml config, Path directory, Duration limit) {
        this.runner = runner;
        this.config = config;
        this.directory = directory;
        this.limit = limit;
    }

    boolean isRunning() {
        return running != null;
    }

    void start() {
        running = runner.start(config, directory);
        errorSince = 0;
    }

    void stop() {
        remember();
        running.stop();
        log = running.log();
        running = null;
    }

    void kill() {
        remember();
        running.kill();
        log = running.log();
        running = null;
    }

    /** Applies everything up to now and carries sequences over. @return false when an error stands instead */
    boolean drain() {
        running.post("drain");
        return await("the loop is drained", s -> s.state().equals("PAUSED"));
    }

    /** Waits for the end of the copy. @return false when an error stands instead */
    boolean awaitCopied() {
        return await("the copy is done", LoopStatus::copyIsDone);
    }

    /** Waits until everything committed so far is applied. @return false when an error stands instead */
    boolean awaitApplied(Database source) {
        Stamp end = SourceLog.end(source);
        return await("the loop has caught up", s -> SourceLog.covers(s, end));
    }

    private boolean await(String what, java.util.function.Predicate<LoopStatus> wanted) {
        LoopStatus seen = Eventually.becomes(what, limit, this::status, s -> wanted.test(s) || errorStands(s));
        return wanted.test(seen);
    }

    LoopStatus status() {
        if (running != null) {
            LoopStatus now = running.status();
            last = now.json().isEmpty() ? last : now;
            return now;
        }
        return last;
    }

    /** The last status that was seen. */
    LoopStatus lastStatus() {
        return last;
    }

    String log() {
        return running == null ? log : running.log();
    }

    private void remember() {
        status();
    }

    private boolean errorStands(LoopStatus status) {
        if (status.isFailed()) {
            return true;
        }
        if (status.error().isEmpty()) {
            errorSince = 0;
            return false;
        }
        errorSince = errorSince == 0 ? System.nanoTime() : errorSince;
        return System.nanoTime() - errorSince > ERROR_STANDS.toNanos();
    }

    @Override
    public void close() {
        if (running != null) {
            stop();
        }
    }
}
