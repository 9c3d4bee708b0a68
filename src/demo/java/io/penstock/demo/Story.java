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
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The demo from its beginning to its end; each step is one method. */
final class Story {
    private static final long SEED = 20_261_201;
    private static final int WORKERS = 3;
    private static final double BUSY_PER_SECOND = 400;
    private static final double GENTLE_PER_SECOND = 20;
    /** A demo that has not come so far by then has failed. */
    private static final long COPY_PATIENCE_SECONDS = 1_800;

    private static final long CATCH_UP_PATIENCE_SECONDS = 300;

    private final DemoOptions options;
    private final Shutdown shutdown;
    private final Console console;
    private final DemoNode.Factory nodes;
    private Path directory;
    private Servers servers;
    private DemoNode node;
    private LoopApi loop;
    private Workload workload;

    /** @param shutdown gets everything that is started */
    Story(DemoOptions options, Shutdown shutdown, Console console, DemoNode.Factory nodes) {
        this.options = options;
        this.shutdown = shutdown;
        this.console = console;
        this.nodes = nodes;
    }

    /** @return true when source and target are equal at the end */
    boolean tell() throws Exception {
        startServers();
        fillShop();
        startTraffic(BUSY_PER_SECOND, WORKERS, SEED);
        startNode();
        copy();
        run("fan", options.seconds() / 2);
        switchToSerial();
        run("serial", options.seconds() - options.seconds() / 2);
        long committed = workload.stop();
        waitUntilApplied(committed);
        boolean equal = compare(committed);
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
        // Ended together with the source: servers are on the list already.
        shutdown.start(() -> {}, () -> servers.startTarget(Map.of()));
        console.say("source       port %d", servers.source().getPort());
        console.say("target       port %d", servers.target().getPort());
    }

    private void fillShop() throws SQLException {
        try (Connection source = servers.source().getPostgresDatabase().getConnection();
                Connection target = servers.target().getPostgresDatabase().getConnection()) {
            source.createStatement().execute("CREATE DATABASE shop");
            target.createStatement().execute("CREATE DATABASE shop");
        }
        try (Connection shop = source()) {
            ShopSchema.create(shop, options.rows());
        }
        console.say(
                "shop         about %,d rows in 6 tables on the source, an empty database on the target",
                options.rows());
    }

    /** Traffic runs from before the copy on: that is when a copy is hard. */
    private void startTraffic(double perSecond, int workers, long seed) throws Exception {
        shutdown.start(
                () -> workload.close(),
                () -> workload = Workload.start(
                        servers.sourceUrl("shop"),
                        new ShopTraffic(options.rows()),
                        Pace.perSecond(perSecond),
                        workers,
                        seed));
    }

    private void startNode() throws Exception {
        Path file = DemoConfiguration.write(
                directory, servers.source().getPort(), servers.target().getPort());
        node = nodes.create(file);
        shutdown.start(node::stop, node::start);
        loop = new LoopApi(node.httpPort(), DemoConfiguration.LOOP);
        console.say("Penstock     http://127.0.0.1:%d/", node.httpPort());
        console.say("");
    }

    private void copy() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(COPY_PATIENCE_SECONDS);
        while (!second().state().equals("RUNNING")) {
            refuseAfter(end, "The copy has not ended");
        }
    }

    private void run(String mode, int seconds) throws Exception {
        console.say("--- %d s of traffic in %s mode", seconds, mode);
        for (int i = 0; i < seconds; i++) {
            second();
        }
    }

    private void switchToSerial() throws Exception {
        loop.mode("serial");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CATCH_UP_PATIENCE_SECONDS);
        while (!loop.status().mode().equalsIgnoreCase("serial")) {
            second();
            refuseAfter(end, "The loop has not gone to serial mode");
        }
    }

    /** All is applied when a last transaction is visible and the consistent point has passed its beginning. */
    private void waitUntilApplied(long committed) throws Exception {
        console.say("--- traffic has stopped after %,d transactions; waiting for the rest to be applied", committed);
        try (Connection source = source();
                Connection target = target()) {
            LastTransaction last = LastTransaction.commit(source);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CATCH_UP_PATIENCE_SECONDS);
            while (!last.isApplied(target, loop.status().consistentPoint())) {
                second();
                refuseAfter(end, "The target has not caught up");
            }
        }
        console.progress(checked(loop.status()), committed);
    }

    private boolean compare(long committed) throws Exception {
        LoopStatus status = loop.status();
        Comparison.Result result;
        try (Connection source = source();
                Connection target = target()) {
            result = Comparison.compare(source, target);
        }
        console.say("");
        console.say(
                "%,d rows copied, %,d applied of %,d transactions; best second %,d rows; largest lag %.2f s; %.0f s in all",
                status.rowsCopied(),
                status.rowsApplied(),
                committed,
                console.maxRowsPerSecond(),
                console.maxLagSeconds(),
                console.secondsSinceStart());
        if (result.equal()) {
            console.say("source and target are equal: %d tables, %,d rows", result.tables(), result.rows());
        } else {
            console.say("source and target differ:");
            result.differences().forEach(difference -> console.say("  %s", difference));
        }
        return result.equal();
    }

    private void stay() throws Exception {
        console.say("");
        console.say("Staying up, with gentle traffic. Ctrl-C ends everything.");
        console.say(
                "source       psql -h 127.0.0.1 -p %d -U postgres shop",
                servers.source().getPort());
        console.say(
                "target       psql -h 127.0.0.1 -p %d -U postgres shop",
                servers.target().getPort());
        console.say("Penstock     http://127.0.0.1:%d/", node.httpPort());
        startTraffic(GENTLE_PER_SECOND, 1, SEED + 1);
        while (true) {
            TimeUnit.SECONDS.sleep(1);
            checked(loop.status());
        }
    }

    /** Waits a second and prints a line. */
    private LoopStatus second() throws Exception {
        TimeUnit.SECONDS.sleep(1);
        LoopStatus status = checked(loop.status());
        console.progress(status, workload.committed());
        return status;
    }

    private LoopStatus checked(LoopStatus status) throws Exception {
        if (status.hasFailed()) {
            throw new IOException("the loop is " + status.state() + ": " + status.error());
        }
        if (workload.failed()) {
            workload.finish();
        }
        return status;
    }

    private void refuseAfter(long endNanos, String what) throws IOException, InterruptedException {
        if (System.nanoTime() - endNanos > 0) {
            throw new IOException(what + " in time; last state: " + loop.status());
        }
    }

    private Connection source() throws SQLException {
        return DriverManager.getConnection(servers.sourceUrl("shop"));
    }

    private Connection target() throws SQLException {
        return DriverManager.getConnection(servers.targetUrl("shop"));
    }
}
