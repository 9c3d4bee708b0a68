package io.penstock.source.mysql;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.LoopConfig;
import io.penstock.config.ModeSetting;
import io.penstock.config.Secret;
import io.penstock.config.SourceConfig;
import io.penstock.config.TablePattern;
import io.penstock.config.TargetConfig;
import io.penstock.model.LoopName;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.RecordingSink;
import io.penstock.stamp.Stamp;
import io.penstock.testkit.MysqlDatabase;
import io.penstock.testkit.TestMysql;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A database of its own on a real server, and a loop that reads from it. */
final class SourceFixture implements AutoCloseable {
    static final Vertx VERTX = Vertx.vertx();
    private static final AtomicInteger LOOPS = new AtomicInteger();

    final MysqlDatabase database;
    private final List<AutoCloseable> closing = new ArrayList<>();

    SourceFixture() {
        this(TestMysql.mariaDb());
    }

    SourceFixture(TestMysql server) {
        database = server.createDatabase("source");
    }

    void run(String... statements) {
        for (String sql : statements) {
            database.execute(sql);
        }
    }

    /** A loop that reads the matching tables; none means all of the database. */
    LoopConfig loop(String... tables) {
        TestMysql server = database.server();
        return loop(server.user(), server.password(), null, tables);
    }

    LoopConfig loop(String user, String password, String startAt, String... tables) {
        TestMysql server = database.server();
        ConnectionUrl url = new ConnectionUrl(
                server.scheme(), server.host(), server.port(), user, new Secret(password), database.name(), Map.of());
        List<TablePattern> patterns = (tables.length == 0 ? List.of("*") : List.of(tables))
                .stream().map(text -> TablePattern.parse(text, database.name())).toList();
        ConnectionUrl target = new ConnectionUrl("postgresql", "nowhere", 5432, "u", Secret.NONE, "t", Map.of());
        return new LoopConfig(
                new LoopName("t" + LOOPS.incrementAndGet()),
                new SourceConfig(url, patterns, List.of(), "p", "s", startAt),
                new TargetConfig(target, true, null),
                ModeSetting.AUTO,
                false,
                Duration.ZERO,
                4,
                1 << 20,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1));
    }

    MySqlDialect dialect(LoopConfig loop) {
        MySqlDialect dialect = new MySqlDialect(VERTX, loop);
        closing.add(() -> dialect.close().await(10, TimeUnit.SECONDS));
        return dialect;
    }

    /** Reads from now on. */
    RecordingSink stream(String... tables) throws Exception {
        return stream(loop(tables), null);
    }

    /** Reads behind {@code from}, or from now on. */
    RecordingSink stream(LoopConfig loop, Stamp from) throws Exception {
        MySqlDialect dialect = dialect(loop);
        KnownPosition known = from == null ? KnownPosition.FRESH : new KnownPosition(null, null, from, true);
        Stamp start = dialect.prepare(known).await(20, TimeUnit.SECONDS).start();
        RecordingSink sink = new RecordingSink();
        ChangeFeed feed = dialect.feed();
        closing.add(0, () -> feed.stop().await(10, TimeUnit.SECONDS));
        feed.start(start, sink).await(20, TimeUnit.SECONDS);
        return sink;
    }

    /** Ends the feeds, not the database. */
    void stopReading() throws Exception {
        for (AutoCloseable one : closing) {
            one.close();
        }
        closing.clear();
    }

    @Override
    public void close() throws Exception {
        stopReading();
        database.dropForce();
    }
}
