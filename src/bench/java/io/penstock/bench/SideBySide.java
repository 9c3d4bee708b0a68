package io.penstock.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Measures PostgreSQL's own logical subscription and Penstock's two modes, in turn, on the same two servers. */
public final class SideBySide {
    private static final List<String> CONTENDERS = List.of("native", "serial", "fan");

    private SideBySide() {}

    /** Exit codes: 0 measured, 1 something broke, 2 wrong use. */
    public static void main(String[] words) {
        if (List.of(words).contains("--help")) {
            System.out.println(BenchOptions.USAGE);
            return;
        }
        BenchOptions options;
        try {
            options = BenchOptions.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + BenchOptions.USAGE);
            System.exit(2);
            return;
        }
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        System.exit(run(options) ? 0 : 1);
    }

    private static boolean run(BenchOptions options) {
        try (Site site = new Site(Files.createTempDirectory("penstock-bench-"))) {
            Thread ending = new Thread(site::close, "bench-shutdown");
            Runtime.getRuntime().addShutdownHook(ending);
            site.start();
            System.out.println(MachineFacts.describe(site.serverVersion()));
            Report report = new Report();
            for (Case work : cases(options)) {
                if (options.wantsCase(work.name())) {
                    measure(options, site, work, report);
                }
            }
            report.print(System.out, options.rounds());
            Runtime.getRuntime().removeShutdownHook(ending);
            return true;
        } catch (Exception e) {
            System.err.println("The benchmark failed: " + e);
            return false;
        }
    }

    /** Contenders take turns round by round, so that what the machine does meanwhile meets them alike. */
    private static void measure(BenchOptions options, Site site, Case work, Report report) throws Exception {
        System.out.printf("%n%s%n", work.title());
        List<String> names = CONTENDERS.stream().filter(options::wantsContender).toList();
        List<List<Measurement>> runs = new ArrayList<>();
        names.forEach(name -> runs.add(new ArrayList<>()));
        for (int round = 1; round <= options.rounds(); round++) {
            for (int i = 0; i < names.size(); i++) {
                Measurement run = once(site, work, names.get(i));
                runs.get(i).add(run);
                System.out.printf("  round %d  %-7s %s%n", round, names.get(i), Report.summary(run));
            }
        }
        for (int i = 0; i < names.size(); i++) {
            report.add(work, names.get(i), Measurement.median(runs.get(i)));
        }
    }

    private static Measurement once(Site site, Case work, String name) throws Exception {
        site.newDatabases();
        Contender contender = name.equals("native") ? new NativeSubscription(site) : new PenstockProcess(site, name);
        // Closed in this order also when the run fails; what fails then as well does not hide why.
        try (AutoCloseable databases = site::dropDatabases;
                AutoCloseable replication = contender::remove) {
            return work.run(site, contender);
        }
    }

    private static List<Case> cases(BenchOptions options) {
        int transactions = options.scaled(40_000);
        int inserted = options.scaled(1_000_000);
        int updated = options.scaled(500_000);
        return List.of(
                new CatchUpCase(
                        "tpcb",
                        "catch-up: %,d pgbench TPC-B transactions".formatted(transactions),
                        TpcB.SET_UP,
                        site -> TpcB.run(site, transactions),
                        TpcB.TOTALS),
                new CatchUpCase(
                        "insert",
                        "catch-up: one transaction that inserts %,d rows".formatted(inserted),
                        Items.TABLE,
                        site -> site.onSource(Items.insert(1, inserted)),
                        Items.COUNT),
                new CatchUpCase(
                        "update",
                        "catch-up: one transaction that updates %,d rows, not their keys".formatted(updated),
                        Items.TABLE + ";" + Items.insert(1, updated),
                        site -> site.onSource(Items.UPDATE),
                        Items.COUNT_UPDATED),
                new CopyCase(options.scaled(2_000_000)),
                new LatencyCase(1_000, options.scaled(10), options.scaled(30)));
    }
}
