package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.config.ConfigLoader;
import io.penstock.node.Node;
import io.penstock.testkit.Equality;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.PenstockApi;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every call that does I/O fails once before it is made and once after it has succeeded; nothing is lost or doubled. */
class ChaosIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int ACCOUNTS = 5_000;
    private static final AtomicInteger RUNS = new AtomicInteger();

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"serial, 1", "fan, 2"})
    void every_call_fails_twice(String mode, long seed) throws Exception {
        TestDatabase source = TestPostgres.shared().createDatabase("chaos_s");
        TestDatabase target = TestPostgres.target().createDatabase("chaos_t");
        LoopYaml yaml = LoopYaml.loop("chaos-" + mode + "-" + RUNS.incrementAndGet(), source, target)
                .tables(ChaosTables.ALL)
                .set("mode", mode)
                .set("fanShards", 3)
                .set("retryDelay", "100ms");
        Mischief mischief = new Mischief(Long.getLong("chaos.seed", seed));
        ChaosTables.create(source, ACCOUNTS);
        Node node = new Node(parts -> new ChaosParts(parts, mischief));
        try {
            node.start(ConfigLoader.load(yaml.write(directory), Map.of(), List.of()))
                    .await(30, TimeUnit.SECONDS);
            PenstockApi api = new PenstockApi(yaml.port());
            SourceLog.awaitCopied(() -> api.status(yaml.name()), LIMIT);
            ChaosTables.watch(target);
            try (ChaosWorkload workload = new ChaosWorkload(source, seed)) {
                Awaitility.await("failures")
                        .atMost(LIMIT)
                        .pollInterval(Duration.ofMillis(200))
                        .until(() -> mischief.owed().isEmpty() && workload.transactions() > 200);
                ChaosWorkload.bigTransaction(source);
                Awaitility.await("failures inside a large transaction")
                        .atMost(LIMIT)
                        .pollInterval(Duration.ofMillis(200))
                        .until(() -> mischief.owed().isEmpty());
            }
            SourceLog.awaitApplied(source, () -> api.status(yaml.name()), LIMIT);
            assertThat(Equality.compare(source, target, ChaosTables.ALL).isEqual())
                    .as(mischief.toString())
                    .isTrue();
            assertThat(ChaosTables.testimony(source, target))
                    .as(mischief.toString())
                    .isEmpty();
        } catch (org.awaitility.core.ConditionTimeoutException e) {
            throw new AssertionError(mischief + ", still owed: " + mischief.owed(), e);
        } finally {
            node.stop().await(60, TimeUnit.SECONDS);
            source.dropForce();
            target.dropForce();
        }
    }
}
