package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.testkit.TestMysql;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link KillIT} with a target on MariaDB. Long: only with {@code -Dkill.target=mariadb}. */
class MariaDbKillIT {
    private static final int KILLS = 4;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"serial", "fan"})
    void nothing_is_lost_or_doubled(String mode) {
        assumeTrue(System.getProperty("kill.target", "").equals("mariadb"), "long: run with -Dkill.target=mariadb");
        long seed = Long.getLong("kill.seed", System.nanoTime());
        KillTarget target = new KillTarget.Mysql(TestMysql.mariaDbTarget().createDatabase("kill_t"));
        KillRun.Report report = KillRun.run(target, mode, KILLS, seed, directory);
        assertThat(report.problem()).as(report.toString()).isEmpty();
    }
}
