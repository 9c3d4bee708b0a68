package io.penstock.chaos;

import io.penstock.testkit.Equality;
import io.penstock.testkit.LoopYaml;
import io.penstock.testkit.Pause;
import io.penstock.testkit.PenstockProcess;
import io.penstock.testkit.SourceLog;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** A loop under a mixed workload that is killed again and again, and what is left of the truth afterwards. */
final class KillRun {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int ACCOUNTS = 50_000;
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final String OURS = "penstock%";

    private final String mode;
    private final int kills;
    private final Random random;
    private final long seed;
    private final Path directory;
    private final TestDatabase source = TestPostgres.shared().createDatabase("kill_s");
    private final TestDatabase target = TestPostgres.target().createDatabase("kill_t");
    private final LoopYaml config;
    private PenstockProcess node;
    private int terminations;
    private int crashes;

    private KillRun(String mode, int kills, long seed, Path directory) {
        this.mode = mode;
        this.kills = kills;
        this.seed = seed;
        this.random = new Random(seed);
        this.directory = directory;
        String loop = "kill-" + mode + "-" + ProcessHandle.current().pid() + "-" + RUNS.incrementAndGet();
        this.config = LoopYaml.loop(loop, source, target)
                .tables(ChaosTables.ALL)
                .set("mode", mode)
                .set("fanShards", 4)
                .set("retryDelay", "1s");
    }

    /**
     * What a run came to.
     *
     * @param terminations sessions of the loop ended on source and target, beside the kills
     * @param crashes of the target's server, which takes back what it had not written to its log
     * @param problem empty when source and target are equal and the witnesses are content
     */
    record Report(
            String mode,
            long seed,
            int kills,
            int terminations,
            int crashes,
            long transactions,
            long seconds,
            String problem) {
        boolean isGood() {
            return problem.isEmpty();
        }
    }

    static Report run(String mode, int kills, long seed, Path directory) {
        KillRun run = new KillRun(mode, kills, seed, directory);
        try {
            return run.run();
        } finally {
            if (run.node != null) {
                run.node.close();
            }
            run.source.dropForce();
            run.target.dropForce();
        }
    }

    private Report run() {
        long begun = System.nanoTime();
        ChaosTables.create(source, ACCOUNTS);
        killDuringCopy();
        SourceLog.awaitCopied(node::status, LIMIT);
        ChaosTables.watch(target);
        long transactions;
        try (ChaosWorkload workload = new ChaosWorkload(source, seed)) {
            for (int i = 0; i < kills; i++) {
                disturb();
                if (i == kills / 2) {
                    ChaosWorkload.bigTransaction(source);
                }
                node.kill();
                Pause.millis(random.nextInt(1_000));
                start();
            }
            transactions = workload.transactions();
        }
        String problem = judge();
        return new Report(
                mode,
                seed,
                kills,
                terminations,
                crashes,
                transactions,
                (System.nanoTime() - begun) / 1_000_000_000,
                problem);
    }

    private void start() {
        node = PenstockProcess.start(config, directory, "-Xmx256m", "-XX:+UseSerialGC");
    }

    /** The first copy is killed once, somewhere. */
    private void killDuringCopy() {
        start();
        Pause.millis(random.nextInt(1_500));
        node.kill();
        start();
    }

    /** Lets the loop run for a while, in which its sessions may be ended by others. */
    private void disturb() {
        Pause.millis(300 + random.nextInt(2_500));
        switch (random.nextInt(4)) {
            case 0 -> terminations += (int) source.terminateSessions(OURS);
            case 1 -> terminations += (int) target.terminateSessions(OURS);
            case 2 -> crashes += target.crashServer() ? 1 : 0;
            default -> {
                // Left alone.
            }
        }
        Pause.millis(random.nextInt(1_500));
    }

    private String judge() {
        try {
            SourceLog.awaitApplied(source, node::status, LIMIT);
        } catch (AssertionError e) {
            return e.getMessage();
        }
        Equality.Comparison rows = Equality.compare(source, target, ChaosTables.ALL);
        String testimony = ChaosTables.testimony(source, target);
        return (rows.isEqual() ? "" : rows + "\n") + testimony;
    }
}
