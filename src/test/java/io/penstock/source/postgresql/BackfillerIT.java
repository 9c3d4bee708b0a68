package io.penstock.source.postgresql;

import static io.penstock.source.postgresql.SourceFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.model.TableDefinition;
import io.penstock.source.Backfiller.RowReader;
import io.penstock.source.Backfiller.Snapshot;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.RecordingSink;
import io.penstock.source.SourceException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The copy and the stream meet without a gap, under one snapshot. */
class BackfillerIT {
    private SourceFixture source;

    @BeforeEach
    void createDatabase() throws Exception {
        source = new SourceFixture();
    }

    @AfterEach
    void dropDatabase() throws Exception {
        source.close();
    }

    private static Snapshot open(PostgresDialect dialect) {
        assertThat(await(dialect.prepare(KnownPosition.FRESH)).copyWanted()).isTrue();
        return await(dialect.backfiller().orElseThrow().open());
    }

    private static List<String> rows(Snapshot snapshot, String name) {
        TableDefinition table = snapshot.tables().stream()
                .filter(t -> t.name().table().equals(name))
                .findFirst()
                .orElseThrow();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RowReader reader = snapshot.read(table)) {
            for (byte[] block = reader.next(); block != null; block = reader.next()) {
                bytes.writeBytes(block);
            }
        }
        return Stream.of(bytes.toString(StandardCharsets.UTF_8).split("\n", -1))
                .limit(bytes.toString(StandardCharsets.UTF_8)
                        .chars()
                        .filter(c -> c == '\n')
                        .count())
                .toList();
    }

    @Test
    void theSnapshotEndsWhereTheStreamBegins() throws Exception {
        source.run(
                "CREATE TABLE t (id int PRIMARY KEY, v text, g int GENERATED ALWAYS AS (id + 1) STORED)",
                "INSERT INTO t VALUES (1, E'tab\\there'), (2, NULL)");
        PostgresDialect dialect = source.loop("public.t").backfill().dialect();
        Snapshot snapshot = open(dialect);
        source.run("INSERT INTO t VALUES (3, 'after')", "DELETE FROM t WHERE id = 1");
        assertThat(rows(snapshot, "t")).containsExactly("1\ttab\\there", "2\t\\N");
        assertThat(rows(snapshot, "t")).as("several readers see the same").hasSize(2);
        RecordingSink sink = new RecordingSink();
        ChangeFeed feed = dialect.feed();
        await(feed.start(snapshot.stamp(), sink));
        assertThat(sink.rowsOf(2)).containsExactly("insert t(3,after)", "delete t(1,~)");
        await(feed.stop());
        await(snapshot.close());
    }

    @Test
    void leavesAreCopiedInheritanceIsNotDoubledAndEmptyShapesCount() throws Exception {
        source.run(
                "CREATE TABLE log (id int PRIMARY KEY) PARTITION BY HASH (id)",
                "CREATE TABLE log_0 PARTITION OF log FOR VALUES WITH (MODULUS 1, REMAINDER 0)",
                "INSERT INTO log VALUES (1)",
                "CREATE TABLE parent (id int PRIMARY KEY)",
                "CREATE TABLE child (PRIMARY KEY (id)) INHERITS (parent)",
                "INSERT INTO parent VALUES (1)",
                "INSERT INTO child VALUES (2)",
                "CREATE TABLE nothing ()",
                "ALTER TABLE nothing REPLICA IDENTITY FULL",
                "INSERT INTO nothing DEFAULT VALUES",
                "INSERT INTO nothing DEFAULT VALUES");
        Snapshot snapshot = open(source.loop("public.*").backfill().dialect());
        assertThat(snapshot.tables())
                .extracting(t -> t.name().table())
                .containsExactly("child", "log_0", "nothing", "parent");
        assertThat(rows(snapshot, "log_0")).containsExactly("1");
        assertThat(rows(snapshot, "parent")).containsExactly("1");
        assertThat(rows(snapshot, "child")).containsExactly("2");
        assertThat(rows(snapshot, "nothing")).containsExactly("", "");
        await(snapshot.close());
    }

    @Test
    void filtersAndListsOfAPreparedPublicationHoldForTheCopy() throws Exception {
        source.run(
                "CREATE TABLE t (id int PRIMARY KEY, secret text, qty int)",
                "INSERT INTO t VALUES (1, 's', 5), (2, 's', 50)",
                "CREATE TABLE meter (id int PRIMARY KEY, v int) PARTITION BY HASH (id)",
                "CREATE TABLE meter_0 (v int, id int PRIMARY KEY)",
                "ALTER TABLE meter ATTACH PARTITION meter_0 FOR VALUES WITH (MODULUS 1, REMAINDER 0)",
                "INSERT INTO meter VALUES (1, 2)",
                "CREATE PUBLICATION part FOR TABLE t (id, qty) WHERE (id > 1), meter WITH (publish_via_partition_root)");
        PostgresDialect dialect = source.loop("public.t", "public.meter")
                .publication("part")
                .backfill()
                .dialect();
        Snapshot snapshot = open(dialect);
        assertThat(rows(snapshot, "t")).containsExactly("2\t50");
        assertThat(rows(snapshot, "meter")).containsExactly("1\t2");
        RecordingSink sink = new RecordingSink();
        ChangeFeed feed = dialect.feed();
        await(feed.start(snapshot.stamp(), sink));
        source.run("INSERT INTO t VALUES (3, 's', 7)", "INSERT INTO meter VALUES (2, 3)", "TRUNCATE meter");
        assertThat(sink.rowsOf(3)).containsExactly("insert t(3,7)", "insert meter(2,3)", "truncate [meter]");
        await(feed.stop());
        await(snapshot.close());
    }

    @Test
    void anInterruptedCopyBeginsAnewWithANewSlot() throws Exception {
        source.run("CREATE TABLE t (id int PRIMARY KEY)");
        Snapshot first = open(source.loop("public.t").backfill().dialect());
        await(first.close());
        source.run("INSERT INTO t VALUES (1)");
        Snapshot second = open(source.loop("public.t").backfill().dialect());
        assertThat(first.stamp().isCoveredBy(second.stamp())).isTrue();
        assertThat(rows(second, "t")).containsExactly("1");
        await(second.close());
        assertThatThrownBy(() -> rows(second, "t")).isInstanceOf(SourceException.class);
    }

    @Test
    void aSlotOfAnotherNameIsNotDroppedUnasked() throws Exception {
        source.run(
                "CREATE TABLE t (id int PRIMARY KEY)",
                "SELECT pg_create_logical_replication_slot('foreign_" + source.loop + "', 'pgoutput')");
        PostgresDialect dialect = source.loop("public.t")
                .slot("foreign_" + source.loop)
                .backfill()
                .dialect();
        assertThatThrownBy(() -> await(dialect.prepare(KnownPosition.FRESH)))
                .isInstanceOfSatisfying(
                        SourceException.class,
                        e -> assertThat(e.remedy())
                                .contains("pg_drop_replication_slot('foreign_" + source.loop + "')"));
    }

    @Test
    void largeRowsAndManyRowsComeWhole() throws Exception {
        source.run(
                "CREATE TABLE t (id int PRIMARY KEY, v text)",
                "INSERT INTO t SELECT i, repeat('v', 100) FROM generate_series(1, 20000) i",
                "INSERT INTO t VALUES (0, repeat('w', 1000000))");
        Snapshot snapshot = open(source.loop("public.t").backfill().dialect());
        List<String> rows = rows(snapshot, "t");
        assertThat(rows).hasSize(20001);
        assertThat(rows).filteredOn(r -> r.startsWith("0\t")).singleElement().matches(r -> r.length() == 1_000_002);
        try (RowReader half = snapshot.read(snapshot.tables().get(0))) {
            assertThat(half.next()).isNotEmpty();
        }
        await(snapshot.close());
    }
}
