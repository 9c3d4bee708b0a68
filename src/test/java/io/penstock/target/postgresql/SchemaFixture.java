package io.penstock.target.postgresql;

import io.penstock.config.ConnectionUrl;
import io.penstock.config.Secret;
import io.penstock.model.LanePosition;
import io.penstock.model.Mutation.Described;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.source.postgresql.SourceDefinitions;
import io.penstock.stamp.LsnStamp;
import io.penstock.target.LaneGuard;
import io.penstock.target.Statement;
import io.penstock.testkit.TestDatabase;
import io.penstock.testkit.TestPostgres;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A source and a target database on one server, with a schema on the target. */
final class SchemaFixture implements AutoCloseable {
    static final LanePosition FROM = LanePosition.whole(new LsnStamp(16, 24));
    static final LanePosition TO = LanePosition.whole(new LsnStamp(32, 40));
    /** Moves a row that tells whether the guard took part in the transaction. */
    static final LaneGuard GUARD = new LaneGuard() {
        @Override
        public Statement advance(LanePosition from, LanePosition to) {
            return Statement.of(
                    "UPDATE public.guard SET at = 1 / (CASE WHEN at = $1::text THEN 1 ELSE 0 END) || $2::text",
                    from.toString(),
                    to.toString());
        }

        @Override
        public Statement hold(LanePosition at) {
            return Statement.of(
                    "SELECT 1 / (CASE WHEN at = $1::text THEN 1 ELSE 0 END) FROM public.guard", at.toString());
        }
    };

    final TestDatabase source = TestPostgres.shared().createDatabase("schema_source");
    final TestDatabase target = TestPostgres.shared().createDatabase("schema_target");
    final Vertx vertx = Vertx.vertx();
    final ConnectionUrl url = new ConnectionUrl(
            "postgresql",
            TestPostgres.shared().host(),
            TestPostgres.shared().port(),
            TestPostgres.shared().user(),
            new Secret(TestPostgres.shared().password()),
            target.name(),
            Map.of());
    final PostgresExecutor executor =
            new PostgresExecutor(vertx, new PostgresSessions(url, Duration.ofSeconds(30)), "schema-test");
    PostgresSchema schema = new PostgresSchema(executor, () -> true);

    SchemaFixture() {
        target.execute("CREATE TABLE public.guard (at text); INSERT INTO public.guard VALUES ('" + FROM + "')");
    }

    List<TableDefinition> definitions() {
        return SourceDefinitions.read(source);
    }

    TableDefinition definition(String table) {
        return definitions().stream()
                .filter(definition -> definition.name().table().equals(table))
                .findFirst()
                .orElseThrow();
    }

    List<String> prepare() {
        return await(schema.prepare(definitions(), true));
    }

    /** The source's table as the stream would describe it now: without generated columns. */
    Described described(String table) {
        TableDefinition definition = definition(table);
        return new Described(FROM.stamp(), 1, shape(definition), definition);
    }

    static TableSchema shape(TableDefinition definition) {
        TableSchema all = definition.schema();
        List<io.penstock.model.Column> columns = TableRecord.written(definition);
        List<Integer> key = all.keyNames().stream()
                .map(name -> columns.indexOf(all.columns().get(all.indexOf(name))))
                .toList();
        return new TableSchema(all.name(), all.sourceId(), columns, key, all.fullIdentity());
    }

    /** Adapts, and puts the guard back for the next time. */
    void adapt(String table) {
        adapt(described(table), true);
    }

    void adapt(Described described, boolean create) {
        await(schema.adapt(described, create, GUARD, FROM, TO));
        assertThatGuardMoved();
        target.execute("UPDATE guard SET at = '" + FROM + "'");
    }

    void assertThatGuardMoved() {
        String at = target.value("SELECT at FROM guard");
        if (!at.equals("1" + TO)) {
            throw new AssertionError("the guard stands at " + at);
        }
    }

    /** Column names and types of a target table, in order. */
    String columns(String table) {
        return String.join(
                ", ",
                target
                        .query("SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod)"
                                + (" FROM pg_attribute a WHERE attrelid = '" + table + "'::regclass")
                                + " AND attnum > 0 AND NOT attisdropped ORDER BY attnum")
                        .stream()
                        .map(row -> row.get(0))
                        .toList());
    }

    TableName name(String table) {
        return new TableName("public", table);
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        await(executor.close());
        await(vertx.close());
        source.dropForce();
        target.dropForce();
    }
}
