package io.penstock.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testkit.Eventually;
import io.penstock.testkit.LoopStatus;
import io.penstock.testkit.PenstockProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One cluster through all that may happen to its nodes, under traffic; at the end source and target are equal. */
class ClusterIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long FAILOVER_MILLIS = 10_000;

    private final Streams streams = new Streams(4);

    @TempDir
    Path directory;

    private TestCluster cluster;

    @AfterEach
    void end() {
        if (cluster != null) {
            cluster.close();
        }
        streams.close();
    }

    @Test
    void loops_outlive_their_nodes() throws Exception {
        cluster = new TestCluster(directory, 3, streams, config -> config);
        cluster.start("n1", "n2", "n3");
        cluster.awaitSpread("all loops run", "n2", LIMIT, spread -> true);
        streams.watch();
        try (Traffic traffic = new Traffic(streams)) {
            cluster.awaitSpread("spread over three", "n2", LIMIT, s -> s.size() == 3);
            commanded();
            killed();
            stopped();
            left();
        }
        streams.assertEqual(() -> List.copyOf(cluster.loops("n3").values()), LIMIT);
    }

    /** Any node answers for all loops, and takes commands for them. */
    private void commanded() {
        String loop = loopOf("n1");
        assertThat(cluster.node("n3").api().status("nobody")).isSameAs(LoopStatus.NONE);
        assertThat(cluster.node("n3").api().status(loop).state()).isEqualTo("RUNNING");
        assertThat(cluster.node("n3").api().post(loop, "pause", "{}")).isTrue();
        Eventually.becomes(
                "paused",
                () -> cluster.node("n2").api().status(loop),
                s -> s.state().equals("PAUSED"));
        assertThat(cluster.node("n2").api().post(loop, "resume", "{}")).isTrue();
        Eventually.becomes("resumed", LIMIT, () -> cluster.node("n3").api().status(loop), LoopStatus::copyIsDone);
        assertThat(cluster.holder("n3", loop)).isEqualTo("n1");
    }

    private void killed() {
        String loop = loopOf("n1");
        long epoch = streams.epoch(loop);
        Instant moment = Instant.now();
        cluster.node("n1").kill();
        long millis = streams.millisToEffectAfter(loop, epoch, moment);
        System.out.println("kill -9: next effect after " + millis + " ms");
        assertThat(millis).isBetween(0L, FAILOVER_MILLIS);
        cluster.awaitSpread("two nodes have all", "n2", LIMIT, s -> s.size() == 2);
    }

    /** Not one write of the reign of a node that was stopped comes after the next reign has begun. */
    private void stopped() throws Exception {
        String loop = loopOf("n2");
        long epoch = streams.epoch(loop);
        PenstockProcess node = cluster.node("n2");
        Instant moment = Instant.now();
        signal(node, "-STOP");
        long millis = streams.millisToEffectAfter(loop, epoch, moment);
        System.out.println("SIGSTOP: next effect after " + millis + " ms");
        long effects = streams.effects(loop, epoch);
        signal(node, "-CONT");
        Eventually.isTrue("the node notices", () -> node.log().contains("loop " + loop + ": FENCED"));
        Eventually.becomes("it waits", LIMIT, () -> fenced(node, loop), waits -> waits);
        assertThat(streams.effects(loop, epoch)).isEqualTo(effects);
        assertThat(millis).isBetween(0L, 2 * FAILOVER_MILLIS);
        cluster.awaitSpread("both nodes have loops again", "n3", LIMIT, s -> s.size() == 2);
    }

    private static boolean fenced(PenstockProcess node, String loop) {
        String log = node.log();
        return log.indexOf("loop " + loop + ": WAITING", log.lastIndexOf("loop " + loop + ": FENCED")) > 0;
    }

    /** A node that is told to stop hands its loops over. */
    private void left() {
        String loop = loopOf("n2");
        long epoch = streams.epoch(loop);
        Instant moment = Instant.now();
        cluster.node("n2").stop();
        System.out.println("SIGTERM: next effect after " + streams.millisToEffectAfter(loop, epoch, moment) + " ms");
        cluster.awaitSpread("one node has all", "n3", LIMIT, s -> s.equals(Map.of("n3", 4L)));
    }

    private String loopOf(String node) {
        return cluster.loops(node).entrySet().stream()
                .filter(loop -> TestCluster.node(loop.getValue()).equals(node))
                .filter(loop -> loop.getValue().state().equals("RUNNING"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new AssertionError(node + " has no loop: " + cluster.loops(node)));
    }

    private static void signal(PenstockProcess node, String name) throws Exception {
        new ProcessBuilder("kill", name, Long.toString(node.pid())).start().waitFor();
    }
}
