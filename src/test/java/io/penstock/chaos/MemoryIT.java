package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form: half a million rows; {@code src/bench/memory-test} moves five. */
class MemoryIT {
    private static final long ROWS = 500_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"serial", "fan"})
    void a_transaction_larger_than_the_heap_passes(String mode) {
        assertThat(MemoryRun.run(mode, ROWS, directory)).isEmpty();
    }
}
