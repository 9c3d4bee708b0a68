package io.penstock.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** The nodes of the demo's cluster. Whatever is asked of it, the first node that lives answers. */
final class DemoCluster implements AutoCloseable {
    private final ClusterConfiguration configuration;
    private final List<String> shops;
    private final List<Member> members;
    private final Map<String, NodeProcess> processes = new ConcurrentHashMap<>();

    DemoCluster(ClusterConfiguration configuration, int size, List<String> shops) {
        this.configuration = configuration;
        this.shops = shops;
        this.members = IntStream.rangeClosed(1, size)
                .mapToObj(number -> Member.of("node" + number))
                .toList();
    }

    List<Member> members() {
        return members;
    }

    /** Does not wait until it answers. */
    NodeProcess start(Member member) throws IOException {
        Path file = configuration.write(member, members, shops);
        NodeProcess process = NodeProcess.start(file, configuration.directory().resolve(member.name() + ".log"));
        processes.put(member.name(), process);
        return process;
    }

    NodeProcess process(String node) {
        return processes.get(node);
    }

    /** What the cluster says of each shop's loop. */
    Map<String, LoopStatus> loops() throws IOException, InterruptedException {
        refuseEnded();
        Map<String, LoopStatus> loops = new TreeMap<>();
        for (String shop : shops) {
            LoopStatus loop = loop(shop);
            if (loop.state().equals("FAILED")) {
                throw new IOException("the loop of " + shop + " is " + loop.state() + ": " + loop.error());
            }
            loops.put(shop, loop);
        }
        return loops;
    }

    LoopStatus loop(String shop) throws InterruptedException {
        for (Member member : members) {
            NodeProcess process = processes.get(member.name());
            if (process != null && process.isAlive()) {
                try {
                    return new LoopApi(member.httpPort(), shop).status();
                } catch (IOException e) {
                    // It may only just start; the next one may know.
                }
            }
        }
        return LoopStatus.UNKNOWN;
    }

    /** A node that was not killed ought to live. */
    private void refuseEnded() throws IOException {
        for (Map.Entry<String, NodeProcess> node : processes.entrySet()) {
            if (!node.getValue().isAlive()) {
                throw new IOException(
                        node.getKey() + " has ended:\n" + node.getValue().log());
            }
        }
    }

    /** Kills a node as a power cut would. @return when, by {@link System#nanoTime()} */
    long kill(String node) throws InterruptedException {
        long killedNanos = System.nanoTime();
        processes.remove(node).kill();
        return killedNanos;
    }

    /** Without ado: their databases go as well. */
    @Override
    public void close() throws InterruptedException {
        for (NodeProcess process : processes.values()) {
            process.kill();
        }
    }
}
