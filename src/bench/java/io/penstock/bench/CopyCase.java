package io.penstock.bench;

/**
 * The first copy of one table into an empty one of the same shape, from being told to until the target has all rows.
 *
 * @param rows of the table
 */
record CopyCase(int rows) implements Case {
    @Override
    public String name() {
        return "copy";
    }

    @Override
    public String title() {
        return "first copy of one table, %,d rows".formatted(rows);
    }

    @Override
    public Measurement run(Site site, Contender contender) throws Exception {
        site.onBoth(Arrival.TABLE);
        site.onBoth(Items.TABLE);
        site.onSource(Items.insert(1, rows));
        Arrival.commitLastRow(site);
        site.onSource("VACUUM ANALYZE");
        site.onBoth("CHECKPOINT");
        CpuWindow cpu = CpuWindow.beforeStart(site, contender);
        Contender.Started started = contender.copy();
        long arrived = Arrival.await(site, contender, Items.COUNT);
        return cpu.close((arrived - started.ready()) / 1e9, (arrived - started.begun()) / 1e9, Double.NaN, Double.NaN);
    }
}
