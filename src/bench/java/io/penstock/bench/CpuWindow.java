package io.penstock.bench;

/** Processor time between two moments, apart for both servers and the contender. */
final class CpuWindow {
    private final Site site;
    private final Contender contender;
    private final double source;
    private final double target;
    private final double own;

    private CpuWindow(Site site, Contender contender, double own) {
        this.site = site;
        this.contender = contender;
        this.own = own;
        this.source = site.sourceCpuSeconds();
        this.target = site.targetCpuSeconds();
    }

    /** Opens before the contender is started: its whole life counts. */
    static CpuWindow beforeStart(Site site, Contender contender) {
        return new CpuWindow(site, contender, 0);
    }

    /** Opens while the contender runs. */
    static CpuWindow whileRunning(Site site, Contender contender) {
        return new CpuWindow(site, contender, contender.cpuSeconds());
    }

    Measurement close(double seconds, double secondsWithStart, double p50Millis, double p99Millis) {
        return new Measurement(
                seconds,
                secondsWithStart,
                p50Millis,
                p99Millis,
                site.sourceCpuSeconds() - source,
                site.targetCpuSeconds() - target,
                contender.cpuSeconds() - own,
                contender.peakResidentMiB());
    }
}
