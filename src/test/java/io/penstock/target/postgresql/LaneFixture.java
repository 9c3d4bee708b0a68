package io.penstock.target.postgresql;

import io.penstock.model.Column;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.LaneGuard;
import io.penstock.target.LaneWriter;
import io.penstock.target.Statement;
import io.penstock.target.Target.TargetFacts;
import io.penstock.target.TargetException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A database with a lane's progress row, a target on it and mutations to write. */
final class LaneFixture implements AutoCloseable {
    static final LsnStamp STAMP = LsnStamp.before(0x1000);

    final String database = LaneServer.newDatabase();
    final CatalogueTables tables = new CatalogueTables(database);
    final List<String> conflicts = new ArrayList<>();
    final TargetFacts facts;
    private final Vertx vertx = Vertx.vertx();
    private final io.vertx.core.Context context = vertx.getOrCreateContext();
    private final PostgresSessions sessions;
    private final PostgresExecutor executor;
    private final PostgresTarget target;
    private final List<LaneWriter> lanes = new ArrayList<>();
    private long ordinal;

    LaneFixture() {
        this("postgres", Duration.ofSeconds(20));
    }

    LaneFixture(String user, Duration applyTimeout) {
        sql("CREATE SCHEMA penstock; CREATE TABLE penstock.lane (epoch bigint, at bigint); INSERT INTO penstock.lane"
                + " VALUES (1, 0)");
        if (!user.equals("postgres")) {
            sql("DO $$ BEGIN IF to_regrole('" + user + "') IS NULL THEN CREATE ROLE " + user
                    + " LOGIN PASSWORD 'postgres'; END IF; END $$; GRANT ALL ON SCHEMA public, penstock TO " + user
                    + "; GRANT ALL ON penstock.lane TO " + user + "; ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO "
                    + user);
        }
        sessions = new PostgresSessions(LaneServer.url(database, user), applyTimeout);
        executor = new PostgresExecutor(vertx, sessions, "test");
        target = new PostgresTarget(
                vertx,
                sessions,
                executor,
                null,
                tables,
                null,
                (table, rows) -> conflicts.add(table + " " + rows),
                new java.util.concurrent.atomic.AtomicBoolean());
        facts = await(target.inspect());
    }

    PostgresExecutor executor() {
        return executor;
    }

    /** Whose sessions are opened from now on. */
    PostgresExecutor newExecutor() {
        return new PostgresExecutor(vertx, sessions, "test new");
    }

    LaneSession session() {
        return call(() -> LaneSession.open(vertx, sessions, "test bare", facts.triggersOff()));
    }

    LaneWriter lane() {
        LaneWriter lane = call(() -> target.openLane(new LoopName("test"), Lane.SERIAL, "penstock test 1", guard(1)));
        lanes.add(lane);
        return lane;
    }

    static LanePosition at(long n) {
        return new LanePosition(STAMP, n);
    }

    static LaneGuard guard(long epoch) {
        return new LaneGuard() {
            @Override
            public Statement advance(LanePosition from, LanePosition to) {
                return Statement.of(
                        "WITH m AS (UPDATE penstock.lane SET at = $1 WHERE epoch = $2 AND at = $3 RETURNING 1)"
                                + " SELECT 1 / count(*)::int FROM m",
                        to.ordinal(),
                        new Epoch(epoch).number(),
                        from.ordinal());
            }

            @Override
            public Statement hold(LanePosition at) {
                return Statement.of(
                        "WITH m AS (SELECT FROM penstock.lane WHERE epoch = $1 AND at = $2 FOR UPDATE)"
                                + " SELECT 1 / count(*)::int FROM m",
                        epoch,
                        at.ordinal());
            }
        };
    }

    /** Makes the call on the lane's own context and waits for what comes of it. */
    <T> T call(Supplier<Future<T>> action) {
        return await(send(action));
    }

    <T> Future<T> send(Supplier<Future<T>> action) {
        io.vertx.core.Promise<T> promise = io.vertx.core.Promise.promise();
        context.runOnContext(v -> action.get().onComplete(promise));
        return promise.future();
    }

    static <T> T await(Future<T> future) {
        try {
            return future.await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    static TargetException failure(Future<?> future) {
        try {
            await(future);
        } catch (TargetException e) {
            return e;
        }
        throw new AssertionError("it did not fail");
    }

    /** The shape of a target's table without its generated columns; the key by names. */
    TableSchema schema(String table, String... key) {
        TableName name = new TableName("public", table);
        List<Column> columns = tables.find(name).columns().stream()
                .filter(c -> !c.generated())
                .map(c -> new Column(c.name(), c.storedType(), 0))
                .toList();
        List<Integer> indexes = Arrays.stream(key)
                .map(k -> columns.stream().map(Column::name).toList().indexOf(k))
                .toList();
        return new TableSchema(name, 1, columns, indexes, key.length == 0);
    }

    Insert insert(TableSchema table, String... row) {
        return new Insert(STAMP, ++ordinal, table, Tuple.of(row));
    }

    Update update(TableSchema table, Tuple old, Tuple row) {
        return new Update(STAMP, ++ordinal, table, old, row);
    }

    Update update(TableSchema table, String... row) {
        return update(table, null, tuple(row));
    }

    Delete delete(TableSchema table, String... row) {
        return new Delete(STAMP, ++ordinal, table, tuple(row));
    }

    /** A tuple in which {@code "-"} is absent. */
    static Tuple tuple(String... row) {
        int[] bounds = new int[row.length * 2];
        Tuple plain = Tuple.of(row);
        for (int i = 0; i < row.length; i++) {
            bounds[2 * i] = plain.offset(i);
            bounds[2 * i + 1] = "-".equals(row[i]) ? Tuple.ABSENT : plain.length(i);
        }
        return new Tuple(plain.bytes(), bounds);
    }

    void apply(RowMutation... mutations) {
        apply(List.of(mutations));
    }

    /** Applies in one transaction on a lane of its own. */
    void apply(List<RowMutation> mutations) {
        LaneWriter lane = lane();
        long from = position();
        call(() -> lane.apply(mutations, at(from), at(from + 1)));
        call(lane::close);
    }

    void applyInOrder(RowMutation... mutations) {
        LaneWriter lane = lane();
        long from = position();
        call(() -> lane.applyInOrder(List.of(mutations), at(from), at(from + 1)));
        call(lane::close);
    }

    long position() {
        return Long.parseLong(one("SELECT at FROM penstock.lane"));
    }

    void sql(String sql) {
        try (Connection c = LaneServer.connect(database)) {
            c.createStatement().execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    String one(String sql) {
        return rows(sql).get(0);
    }

    List<String> rows(String sql) {
        return rows("SELECT", sql);
    }

    /** Rows as text, values divided by bars. */
    List<String> rows(String settings, String sql) {
        try (Connection c = LaneServer.connect(database)) {
            c.createStatement().execute(settings);
            ResultSet r = c.createStatement().executeQuery(sql);
            List<String> rows = new ArrayList<>();
            while (r.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) {
                    values.add(r.getString(i));
                }
                rows.add(String.join("|", values.stream().map(String::valueOf).toList()));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        lanes.forEach(lane -> send(lane::close));
        await(target.close());
        await(vertx.close());
    }
}
