package io.penstock.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** {@code src/bench/failover-test --kills 30}: from the death of a node to the next effect of its loop. */
public final class FailoverTestMain {
    private static final int LOOPS = 6;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private FailoverTestMain() {}

    public static void main(String[] words) throws Exception {
        if (words.length != 0
                && (words.length != 2 || !words[0].equals("--kills") || !words[1].matches("[1-9]\\d{0,3}"))) {
            System.err.println("Usage: src/bench/failover-test [--kills N]");
            System.exit(2);
        }
        int kills = words.length == 0 ? 30 : Integer.parseInt(words[1]);
        System.exit(run(kills) ? 0 : 1);
    }

    private static boolean run(int kills) throws Exception {
        Path directory = Files.createTempDirectory("penstock-failover-");
        List<Long> millis = new ArrayList<>();
        try (Streams streams = new Streams(LOOPS);
                TestCluster cluster = new TestCluster(directory, 3, streams, config -> config)) {
            cluster.start("n1", "n2", "n3");
            cluster.awaitSpread("all loops run", "n1", LIMIT, spread -> spread.size() == 3);
            streams.watch();
            try (Traffic traffic = new Traffic(streams)) {
                Random random = new Random(1);
                for (int i = 0; i < kills; i++) {
                    String loop = streams.loops().get(random.nextInt(LOOPS));
                    millis.add(kill(streams, cluster, loop, i));
                }
            }
            streams.assertEqual(() -> List.copyOf(cluster.loops("n1").values()), LIMIT);
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
            return false;
        }
        Collections.sort(millis);
        System.out.printf(
                "%d kills: p50 %d ms, p99 %d ms, longest %d ms; tables equal, each row had one effect%n",
                kills, at(millis, 0.50), at(millis, 0.99), at(millis, 1));
        return true;
    }

    private static long kill(Streams streams, TestCluster cluster, String loop, int number) {
        String owner = cluster.holder("n1", loop);
        long epoch = streams.epoch(loop);
        Instant moment = Instant.now();
        cluster.node(owner).kill();
        long millis = streams.millisToEffectAfter(loop, epoch, moment);
        System.out.printf("kill %d, of %s: next effect of %s after %d ms%n", number + 1, owner, loop, millis);
        cluster.start(owner);
        cluster.awaitSpread("spread again", owner, LIMIT, spread -> spread.size() == 3);
        return millis;
    }

    private static long at(List<Long> sorted, double share) {
        return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(sorted.size() * share) - 1));
    }
}
