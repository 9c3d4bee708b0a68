package io.penstock.conformance;

import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockProcess;
import java.nio.file.Path;

/** Each node in a JVM of its own. */
final class ProcessRunner implements PenstockRunner {
    @Override
    public Running start(LoopYaml config, Path directory) {
        PenstockProcess process = PenstockProcess.start(config, directory, "-Xmx256m", "-XX:+UseSerialGC");
        return new Running() {
            @Override
            public LoopStatus status() {
                return process.status();
            }

            @Override
            public String log() {
                return process.log();
            }

            @Override
            public boolean post(String command) {
                return process.post(command);
            }

            @Override
            public void stop() {
                process.stop();
            }

            @Override
            public void kill() {
                process.kill();
            }
        };
    }
}
