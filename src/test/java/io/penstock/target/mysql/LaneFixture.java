package io.penstock.target.mysql;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.penstock.model.Column;
import io.penstock.model.Dependents;
import io.penstock.model.Epoch;
import io.penstock.model.Lane;
import io.penstock.model.LanePosition;
import io.penstock.model.LoopName;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Cascade;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Update;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.progress.ProgressSql;
import io.penstock.progress.ProgressStore;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.LaneGuard;
import io.penstock.target.LaneWriter;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.testkit.MysqlDatabase;
import io.penstock.testkit.TestMysql;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A database, a target on it with a loop's progress, and mutations to write. */
final class LaneFixture implements AutoCloseable {
    private static final LsnStamp STAMP = LsnStamp.before(0x1000);
    private static final LoopName LOOP = new LoopName("lane-test");

    final MysqlDatabase db;
    final MysqlTarget target;
    final List<String> conflicts = new ArrayList<>();
    final ProgressStore progress;
    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final List<LaneWriter> lanes = new ArrayList<>();
    private Epoch epoch;
    private long ordinal;
    private long sourceId;

    LaneFixture(TestMysql server) {
        db = server.createDatabase("lane");
        ConnectionUrl url = new ConnectionUrl(
                server.scheme(),
                server.host(),
                server.port(),
                server.user(),
                new Secret(server.password()),
                db.name(),
                Map.of());
        target = MysqlTarget.of(
                vertx, url, "public", Duration.ofSeconds(6), (table, rows) -> conflicts.add(table + " " + rows));
        progress = new ProgressStore(target.sql(), ProgressSql.mysql());
        await(progress.install());
        reign();
    }

    /** A new reign, whose lane begins at 0. */
    void reign() {
        epoch = await(progress.raise(LOOP, "test")).epoch();
        LanePosition start = new LanePosition(STAMP, 0);
        db.execute("DELETE FROM penstock.lanes WHERE `loop` = 'lane-test'");
        ordinal = 0;
        await(progress.barrier(LOOP, epoch, start, List.of(Lane.SERIAL), "r", null));
    }

    LaneGuard guard() {
        return progress.guard(LOOP, epoch, Lane.SERIAL);
    }

    /** What a copy's transaction begins with. */
    Statement copyGuard() {
        return progress.copies(LOOP, epoch).guard();
    }

    LaneWriter lane() {
        String session = "penstock/" + LOOP + "/" + epoch + "/serial";
        LaneGuard guard = guard();
        LaneWriter lane = call(() -> target.openLane(LOOP, Lane.SERIAL, session, guard));
        lanes.add(lane);
        return lane;
    }

    static LanePosition at(long n) {
        return new LanePosition(STAMP, n);
    }

    /** A table as a source of PostgreSQL describes it; columns as {@code name type}. */
    TableSchema table(String name, List<String> key, String... columns) {
        List<Column> all = new ArrayList<>();
        for (String column : columns) {
            String[] parts = column.split(" ", 2);
            all.add(new Column(parts[0], parts[1], all.size() + 1));
        }
        List<Integer> indexes = key.stream()
                .map(k -> all.stream().map(Column::name).toList().indexOf(k))
                .toList();
        TableSchema schema = new TableSchema(new TableName("public", name), ++sourceId, all, indexes, key.isEmpty());
        TableDefinition definition = TableDefinition.ofShape(schema);
        Map<String, TableDefinition.ColumnDetails> details = new java.util.HashMap<>();
        key.forEach(k -> details.put(k, new TableDefinition.ColumnDetails(true, null, null, null, null)));
        await(target.schema()
                .prepare(
                        List.of(new TableDefinition(
                                schema, details, definition.types(), List.of(), List.of(), List.of(), null, -1)),
                        true));
        return schema;
    }

    Insert insert(TableSchema table, String... values) {
        return new Insert(STAMP, ++ordinal, table, tuple(values));
    }

    Cascade cascade(List<Dependents> dependents, Tuple after, Tuple... parents) {
        return new Cascade(STAMP, ++ordinal, dependents, List.of(parents), after);
    }

    /** A dash stands for a value that was not sent. */
    Update update(TableSchema table, String... values) {
        return new Update(STAMP, ++ordinal, table, null, tuple(values));
    }

    Update update(TableSchema table, Tuple old, String... values) {
        return new Update(STAMP, ++ordinal, table, old, tuple(values));
    }

    Delete delete(TableSchema table, String... values) {
        return new Delete(STAMP, ++ordinal, table, tuple(values));
    }

    static Tuple tuple(String... values) {
        Tuple whole = Tuple.of(Arrays.stream(values)
                .map(v -> v == null || v.equals("-") ? null : v)
                .toArray(String[]::new));
        int[] bounds = new int[2 * values.length];
        for (int i = 0; i < values.length; i++) {
            bounds[2 * i] = whole.offset(i);
            bounds[2 * i + 1] = "-".equals(values[i]) ? Tuple.ABSENT : whole.length(i);
        }
        return new Tuple(whole.bytes(), bounds);
    }

    long position() {
        return db.number("SELECT ordinal FROM penstock.lanes WHERE `loop` = 'lane-test'");
    }

    void apply(RowMutation... mutations) {
        apply(List.of(mutations));
    }

    void apply(List<? extends Mutation> mutations) {
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

    /** Applies what must be refused; nothing of it may be there. */
    TargetException refused(RowMutation... mutations) {
        LaneWriter lane = lane();
        long from = position();
        TargetException failure = failure(send(() -> lane.apply(List.of(mutations), at(from), at(from + 1))));
        call(lane::close);
        if (position() != from) {
            throw new AssertionError("the lane has moved although its transaction failed");
        }
        return failure;
    }

    List<String> rows(String sql) {
        return db.query(sql).stream()
                .map(row -> String.join("|", row.stream().map(String::valueOf).toList()))
                .toList();
    }

    /** Calls on the lanes' context, without waiting for the answer. */
    <T> Future<T> send(Supplier<Future<T>> call) {
        Promise<T> answer = Promise.promise();
        context.runOnContext(go -> call.get().onComplete(answer));
        return answer.future();
    }

    <T> T call(Supplier<Future<T>> call) {
        return await(send(call));
    }

    static TargetException failure(Future<?> future) {
        try {
            future.await(60, TimeUnit.SECONDS);
        } catch (TargetException e) {
            return e;
        } catch (TimeoutException e) {
            throw new AssertionError("no answer", e);
        }
        throw new AssertionError("it did not fail");
    }

    static <T> T await(Future<T> future) {
        try {
            return future.await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within a minute", e);
        }
    }

    @Override
    public void close() {
        lanes.forEach(lane -> call(lane::close));
        await(target.close());
        await(vertx.close());
        db.dropForce();
    }
}
