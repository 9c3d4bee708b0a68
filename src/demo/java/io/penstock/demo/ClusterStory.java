package io.penstock.demo;

import io.penstock.demo.workload.Pace;
import io.penstock.demo.workload.ShopSchema;
import io.penstock.demo.workload.ShopTraffic;
import io.penstock.demo.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The demo of a cluster: as many shops as nodes, a node killed while its loop runs, all equal at the end. */
final class ClusterStory {
    private static final long SEED = 20_261_202;
    private static final double TRANSACTIONS_PER_SECOND = 50;
    private static final long PATIENCE_SECONDS = 600;
    private static final long LOOK_MILLIS = 250;

    private final DemoOptions options;
    private final Shutdown shutdown;
    private final Console console;
    private final List<String> shops;
    private final List<Workload> workloads = new ArrayList<>();
    private Path directory;
    private Servers servers;
    private DemoCluster cluster;

    /** @param shutdown gets everything that is started */
    ClusterStory(DemoOptions options, Shutdown shutdown, Console console) {
        this.options = options;
        this.shutdown = shutdown;
        this.console = console;
        this.shops = IntStream.rangeClosed(1, options.nodes())
                .mapToObj(number -> "shop" + number)
                .toList();
    }

    /** @return true when all shops are equal at the end */
    boolean tell() throws Exception {
        startServers();
        fillShops();
        startTraffic();
        startNodes();
        waitUntil("Each node runs a loop", this::isSpread);
        run(options.seconds() / 2);
        killOne();
        run(options.seconds() - options.seconds() / 2);
        boolean equal = compare(stopTraffic());
        if (equal && options.keep()) {
            stay();
        }
        return equal;
    }

    private void startServers() throws Exception {
        console.say("Starting two PostgreSQL servers ...");
        directory = Files.createTempDirectory("penstock-demo-");
        servers = new Servers(directory);
        shutdown.start(servers, () -> servers.startSource(Map.of()));
        shutdown.start(() -> {}, () -> servers.startTarget(Map.of()));
        console.say("source       port %d", servers.source().getPort());
        console.say("target       port %d", servers.target().getPort());
    }

    private int rowsOfShop() {
        return Math.max(ShopSchema.LEAST_ROWS, options.rows() / shops.size());
    }

    private void fillShops() throws SQLException {
        try (Connection source = servers.source().getPostgresDatabase().getConnection();
                Connection target = servers.target().getPostgresDatabase().getConnection()) {
            for (String shop : shops) {
                source.createStatement().execute("CREATE DATABASE " + shop);
                target.createStatement().execute("CREATE DATABASE " + shop);
            }
        }
        for (String shop : shops) {
            try (Connection database = DriverManager.getConnection(servers.sourceUrl(shop))) {
                ShopSchema.create(database, rowsOfShop());
            }
        }
        console.say(
                "shops        %s: each about %,d rows in 6 tables on the source, an empty database on the target",
                String.join(", ", shops), rowsOfShop());
    }

    private void startTraffic() throws Exception {
        for (String shop : shops) {
            shutdown.start(
                    () -> workloads.forEach(Workload::close),
                    () -> workloads.add(Workload.start(
                            servers.sourceUrl(shop),
                            new ShopTraffic(rowsOfShop()),
                            Pace.perSecond(TRANSACTIONS_PER_SECOND),
                            1,
                            SEED + workloads.size())));
        }
    }

    private void startNodes() throws Exception {
        Path home = Path.of(System.getProperty("penstock.home", "")).toAbsolutePath();
        cluster = new DemoCluster(
                new ClusterConfiguration(
                        directory,
                        home,
                        servers.source().getPort(),
                        servers.target().getPort()),
                options.nodes(),
                shops);
        shutdown.start(cluster, () -> {
            for (Member member : cluster.members()) {
                NodeProcess process = cluster.start(member);
                console.say(
                        "%-12s http://%s:%d/  process %d",
                        member.name(), Member.HOST, member.httpPort(), process.pid());
            }
        });
        console.say("");
    }

    private boolean isSpread(Map<String, LoopStatus> loops) {
        return loops.values().stream().allMatch(ClusterStory::isCopied)
                && loops.values().stream().map(LoopStatus::node).distinct().count()
                        == cluster.members().size();
    }

    private static boolean isCopied(LoopStatus loop) {
        return loop.state().equals("RUNNING") && loop.mode().equalsIgnoreCase("serial");
    }

    private void run(int seconds) throws Exception {
        console.say(
                "--- %d s of traffic, %d transactions a second in each shop", seconds, (int) TRANSACTIONS_PER_SECOND);
        for (int i = 0; i < seconds; i++) {
            second();
        }
    }

    private void killOne() throws Exception {
        String shop = shops.get(0);
        String victim = cluster.loop(shop).node();
        Member member = cluster.members().stream()
                .filter(m -> m.name().equals(victim))
                .findFirst()
                .orElseThrow(() -> new IOException("nobody holds the loop of " + shop));
        try (Failover failover = new Failover(servers.targetUrl(shop), shop)) {
            console.say(
                    "--- kill -9 %d: %s, which runs %s", cluster.process(victim).pid(), victim, shop);
            long millis = failover.millisToNextCommit(cluster.kill(victim));
            console.say(
                    "--- failover: %s goes on on %s; its next commit on the target came %.2f s after the kill",
                    shop, cluster.loop(shop).node(), millis / 1_000.0);
        }
        second();
        NodeProcess again = cluster.start(member);
        console.say("--- %s is started again (process %d), and gets a loop back", victim, again.pid());
        waitUntil("Each node runs a loop again", this::isSpread);
    }

    private long stopTraffic() throws Exception {
        long committed = 0;
        for (Workload workload : workloads) {
            committed += workload.stop();
        }
        console.say("--- traffic has stopped after %,d transactions; waiting for the rest to be applied", committed);
        return committed;
    }

    private boolean compare(long committed) throws Exception {
        long rows = 0;
        int tables = 0;
        List<String> differences = new ArrayList<>();
        for (String shop : shops) {
            try (Connection source = DriverManager.getConnection(servers.sourceUrl(shop));
                    Connection target = DriverManager.getConnection(servers.targetUrl(shop))) {
                LastTransaction last = LastTransaction.commit(source);
                waitUntil(shop + " is applied", loops -> isApplied(last, target, loops.get(shop)));
                Comparison.Result result = Comparison.compare(source, target);
                rows += result.rows();
                tables += result.tables();
                result.differences().forEach(difference -> differences.add(shop + ": " + difference));
            }
        }
        console.say("");
        console.say("%,d transactions; %.0f s in all", committed, console.secondsSinceStart());
        if (differences.isEmpty()) {
            console.say("source and target are equal: %d tables, %,d rows", tables, rows);
        } else {
            console.say("source and target differ:");
            differences.forEach(difference -> console.say("  %s", difference));
        }
        return differences.isEmpty();
    }

    private static boolean isApplied(LastTransaction last, Connection target, LoopStatus loop) {
        try {
            return last.isApplied(target, loop.consistentPoint());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void stay() throws Exception {
        console.say("");
        console.say("Staying up. Ctrl-C ends everything.");
        cluster.members()
                .forEach(member -> console.say("%-12s http://%s:%d/", member.name(), Member.HOST, member.httpPort()));
        while (true) {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** Prints a line whenever a loop has another node or state. */
    private void waitUntil(String what, Predicate<Map<String, LoopStatus>> wanted) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        String told = "";
        while (true) {
            Map<String, LoopStatus> loops = look();
            String now = loops.values().stream()
                    .map(loop -> loop.node() + loop.state())
                    .toList()
                    .toString();
            if (!now.equals(told)) {
                told = now;
                tell(loops);
            }
            if (wanted.test(loops)) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException(what + ": not in time");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** Waits a second and prints a line. */
    private void second() throws Exception {
        TimeUnit.SECONDS.sleep(1);
        tell(look());
    }

    private Map<String, LoopStatus> look() throws Exception {
        for (Workload workload : workloads) {
            if (workload.failed()) {
                workload.finish();
            }
        }
        return cluster.loops();
    }

    private void tell(Map<String, LoopStatus> loops) {
        console.say(
                "%4.0f s  %s",
                console.secondsSinceStart(),
                loops.entrySet().stream()
                        .map(loop -> line(loop.getKey(), loop.getValue()))
                        .collect(Collectors.joining("  ")));
    }

    private static String line(String shop, LoopStatus loop) {
        return String.format(
                Locale.ROOT,
                "%s: %-5s %-9s lag %-6s",
                shop,
                loop.node().isEmpty() ? "-" : loop.node(),
                loop.state(),
                Double.isNaN(loop.lagSeconds()) ? "?" : String.format(Locale.ROOT, "%.2fs", loop.lagSeconds()));
    }
}
