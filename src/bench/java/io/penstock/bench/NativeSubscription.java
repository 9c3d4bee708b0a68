package io.penstock.bench;

import java.sql.SQLException;

/** PostgreSQL's own logical replication: publication and subscription, with their defaults. */
final class NativeSubscription implements Contender {
    private final Site site;
    private final String name;

    NativeSubscription(Site site) {
        this.site = site;
        this.name = "native_" + site.database();
    }

    @Override
    public void follow() throws Exception {
        publish();
        subscribe(false);
        Waiting.until(60, "the subscription streams", () -> isStreaming());
    }

    @Override
    public void pause() throws Exception {
        site.onTarget("ALTER SUBSCRIPTION " + name + " DISABLE");
        Waiting.until(60, "the subscription has let go of its slot", () -> !isStreaming());
    }

    @Override
    public Started resume() throws SQLException {
        long now = System.nanoTime();
        site.onTarget("ALTER SUBSCRIPTION " + name + " ENABLE");
        return new Started(now, now);
    }

    @Override
    public Started copy() throws SQLException {
        publish();
        long now = System.nanoTime();
        subscribe(true);
        return new Started(now, now);
    }

    @Override
    public double cpuSeconds() {
        return 0;
    }

    @Override
    public double peakResidentMiB() {
        return -1;
    }

    @Override
    public void remove() throws SQLException {
        site.onTarget("DROP SUBSCRIPTION IF EXISTS " + name);
        site.onSource("DROP PUBLICATION IF EXISTS " + name);
    }

    @Override
    public void check() {}

    private void publish() throws SQLException {
        site.onSource("CREATE PUBLICATION " + name + " FOR ALL TABLES");
    }

    private void subscribe(boolean copy) throws SQLException {
        site.onTarget("CREATE SUBSCRIPTION " + name + " CONNECTION 'host=127.0.0.1 port=" + site.sourcePort()
                + " user=postgres dbname=" + site.database() + "' PUBLICATION " + name + " WITH (copy_data = " + copy
                + ")");
    }

    private boolean isStreaming() throws SQLException {
        return "t"
                .equals(Site.query(
                        site.sourceUrl(), "SELECT active FROM pg_replication_slots WHERE slot_name = '" + name + "'"));
    }
}
