package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form; {@code src/bench/kill-test} is the long one. {@code -Dkill.seed=N} repeats a run's choices. */
class KillIT {
    private static final int KILLS = 2;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"serial", "fan"})
    void nothing_is_lost_or_doubled(String mode) {
        long seed = Long.getLong("kill.seed", System.nanoTime());
        KillRun.Report report = KillRun.run(mode, KILLS, seed, directory);
        assertThat(report.problem()).as(report.toString()).isEmpty();
    }
}
