package io.penstock.bench;

/**
 * A backlog is made while replication is paused; measured is the time from going on until the target has all of it.
 *
 * @param setUp statements that make and fill the tables, run on both sides
 * @param totals see {@link Arrival#await}
 */
record CatchUpCase(String name, String title, String setUp, Backlog backlog, String totals) implements Case {
    /** Makes changes on the source. Its own speed is not measured. */
    interface Backlog {
        void make(Site site) throws Exception;
    }

    @Override
    public Measurement run(Site site, Contender contender) throws Exception {
        site.onBoth(Arrival.TABLE);
        site.onBoth(setUp);
        site.onBoth("VACUUM ANALYZE");
        contender.follow();
        contender.pause();
        backlog.make(site);
        Arrival.commitLastRow(site);
        site.onBoth("CHECKPOINT");
        CpuWindow cpu = CpuWindow.beforeStart(site, contender);
        Contender.Started started = contender.resume();
        long arrived = Arrival.await(site, contender, totals);
        return cpu.close((arrived - started.ready()) / 1e9, (arrived - started.begun()) / 1e9, Double.NaN, Double.NaN);
    }
}
