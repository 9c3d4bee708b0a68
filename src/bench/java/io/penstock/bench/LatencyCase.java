package io.penstock.bench;

import io.penstock.demo.workload.Pace;
import io.penstock.demo.workload.Traffic;
import io.penstock.demo.workload.Workload;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A steady load, and how long it takes from a commit's return on the source until another session sees its row on the
 * target. The load are TPC-B's transactions without teller and branch, whose few rows would make them wait for each
 * other; the probe's own commits are part of the rate.
 *
 * @param warmUpSeconds load before measuring
 * @param seconds load while measuring
 */
record LatencyCase(int perSecond, int warmUpSeconds, int seconds) implements Case {
    private static final int WORKERS = 4;
    private static final long SEED = 2;
    private static final int PROBES_PER_SECOND = 100;

    private static final Traffic LOAD = (connection, random) -> {
        int account = 1 + random.nextInt(TpcB.ACCOUNTS);
        int delta = random.nextInt(-5_000, 5_001);
        TpcB.update(connection, "UPDATE pgbench_accounts SET abalance = abalance + ? WHERE aid = ?", delta, account);
        TpcB.update(
                connection,
                "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (1, 1, ?, ?, CURRENT_TIMESTAMP)",
                account,
                delta);
    };

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String title() {
        return "commit to visible at %,d transactions/s, %d s".formatted(perSecond, seconds);
    }

    @Override
    public Measurement run(Site site, Contender contender) throws Exception {
        site.onBoth(TpcB.SET_UP);
        site.onBoth(Probe.TABLE);
        site.onBoth("VACUUM ANALYZE");
        contender.follow();
        int load = Math.max(1, perSecond - PROBES_PER_SECOND);
        try (Workload workload = Workload.start(site.sourceUrl(), LOAD, Pace.perSecond(load), WORKERS, SEED);
                Probe probe = new Probe(site, PROBES_PER_SECOND, warmUpSeconds + seconds)) {
            probe.start();
            TimeUnit.SECONDS.sleep(warmUpSeconds);
            probe.measure();
            CpuWindow cpu = CpuWindow.whileRunning(site, contender);
            long before = workload.committed();
            TimeUnit.SECONDS.sleep(seconds);
            double reached = (workload.committed() - before) / (double) seconds;
            Measurement window = cpu.close(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
            Histogram micros = probe.finish();
            workload.stop();
            if (reached < 0.95 * load) {
                System.out.printf("  (the source made only %.0f of %d transactions/s)%n", reached, load);
            }
            return new Measurement(
                    Double.NaN,
                    Double.NaN,
                    micros.getValueAtPercentile(50) / 1e3,
                    micros.getValueAtPercentile(99) / 1e3,
                    window.sourceCpuSeconds(),
                    window.targetCpuSeconds(),
                    window.contenderCpuSeconds(),
                    window.peakResidentMiB());
        }
    }
}
