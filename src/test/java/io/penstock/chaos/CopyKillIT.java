package io.penstock.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Equality;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.Pause;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy under load that is killed and cut again and again: what is durable is never read twice. */
class CopyKillIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int MOST_KILLS = 3;
    private static final String DURABLE_CHUNKS =
            "SELECT table_name, number, moment FROM penstock.chunks WHERE table_name <> 'wide'";

    @TempDir
    Path directory;

    @Test
    void ends_equal_and_reads_no_durable_chunk_again() {
        long seed = Long.getLong("kill.seed", System.nanoTime());
        Random random = new Random(seed);
        TestDatabase source = TestPostgres.shared().createDatabase("copykill_s");
        TestDatabase target = TestPostgres.target().createDatabase("copykill_t");
        LoopYaml config = LoopYaml.loop("copykill-" + ProcessHandle.current().pid(), source, target)
                .tables(CopyTables.ALL)
                .set("retryDelay", "1s");
        PenstockProcess node = null;
        try (CopyTables tables = new CopyTables(source, seed)) {
            tables.startLoad();
            node = start(config);
            int kills = 0;
            int cuts = 0;
            Set<List<String>> durable = new HashSet<>();
            while (kills < MOST_KILLS) {
                awaitMoreChunksThan(durable.size(), target, node);
                Pause.millis(random.nextInt(900));
                if (random.nextInt(3) == 0) {
                    cuts += (int) source.terminateSessions("penstock%");
                    Pause.millis(random.nextInt(500));
                }
                if (node.status().copyIsDone()) {
                    break;
                }
                node.kill();
                kills++;
                Set<List<String>> now = new HashSet<>(target.query(DURABLE_CHUNKS));
                assertThat(now)
                        .as("chunks that were durable at the kill before, seed " + seed)
                        .containsAll(durable);
                durable = now;
                node = start(config);
            }
            SourceLog.awaitCopied(node::status, LIMIT);
            System.out.println("copy: " + kills + " kills, " + cuts + " sessions cut, " + durable.size()
                    + " durable chunks kept, " + tables.transactions() + " transactions beside it; "
                    + node.status().json().path("backfill"));
            tables.close();
            SourceLog.awaitApplied(source, node::status, LIMIT);
            Equality.Comparison rows = Equality.compare(source, target, CopyTables.ALL);
            assertThat(rows.isEqual()).as(rows + " seed " + seed).isTrue();
            Eventually.becomes("serial mode", node::status, now -> now.mode().equals("serial"));
        } finally {
            if (node != null) {
                node.close();
            }
            source.dropForce();
            target.dropForce();
        }
    }

    /** A kill before anything is durable would show nothing. */
    private static void awaitMoreChunksThan(int number, TestDatabase target, PenstockProcess node) {
        Eventually.isTrue("more than " + number + " durable chunks, or the end of the copy", LIMIT, () -> {
            boolean begun = target.value("SELECT to_regclass('penstock.chunks')") != null;
            return (begun && target.query(DURABLE_CHUNKS).size() > number)
                    || node.status().copyIsDone();
        });
    }

    private PenstockProcess start(LoopYaml config) {
        return PenstockProcess.start(config, directory, "-Xmx256m", "-XX:+UseSerialGC");
    }
}
