package io.penstock.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessMeterTest {
    @Test
    void counts_children_that_run_and_children_that_have_ended() throws Exception {
        assumeThat(Files.exists(Path.of("/proc/self/stat"))).isTrue();
        // The inner shell burns processor time and ends; the outer one waits for it and lives on.
        Process process = new ProcessBuilder(
                        "sh", "-c", "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo; read line")
                .start();
        try {
            process.inputReader().readLine();
            double ended = ProcessMeter.cpuSeconds(process.pid());
            assertThat(ended).isGreaterThan(0.05);
            assertThat(ProcessMeter.peakResidentMiB(process.pid())).isBetween(0.1, 100.0);
        } finally {
            process.destroy();
            process.waitFor();
        }
        assertThat(ProcessMeter.peakResidentMiB(process.pid())).isEqualTo(-1);
    }
}
