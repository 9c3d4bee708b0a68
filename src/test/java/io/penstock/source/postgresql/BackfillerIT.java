package io.penstock.source.postgresql;

import static io.penstock.source.postgresql.SourceFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.model.KeyRange;
import io.penstock.model.Mutation;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.penstock.source.Backfiller;
import io.penstock.source.Backfiller.Chunk;
import io.penstock.source.Backfiller.ChunkReader;
import io.penstock.source.ChangeFeed;
import io.penstock.source.Dialect.KnownPosition;
import io.penstock.source.Dialect.Prepared;
import io.penstock.source.Moment;
import io.penstock.source.SourceException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Chunks are planned in the source's own order, and each is one moment of which the log knows the place. */
class BackfillerIT {
    private SourceFixture source;
    private ChunkReader reader;

    @BeforeEach
    void createDatabase() throws Exception {
        source = new SourceFixture();
    }

    @AfterEach
    void dropDatabase() throws Exception {
        if (reader != null) {
            reader.close();
        }
        source.close();
    }

    private Backfiller backfiller(PostgresDialect dialect) {
        Backfiller backfiller = dialect.backfiller();
        reader = backfiller.reader();
        return backfiller;
    }

    private static TableName name(String table) {
        return new TableName("public", table);
    }

    private static TableDefinition table(PostgresDialect dialect, String name) {
        return await(dialect.describe()).stream()
                .filter(t -> t.name().table().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> rows(String table) {
        return rows(table, KeyRange.ALL);
    }

    private List<String> rows(String table, KeyRange range) {
        try (Chunk chunk = reader.open(name(table), range)) {
            return rest(chunk);
        }
    }

    private static List<String> rest(Chunk chunk) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] block = chunk.next(); block != null; block = chunk.next()) {
            bytes.writeBytes(block);
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        return Stream.of(text.split("\n", -1))
                .limit(text.chars().filter(c -> c == '\n').count())
                .toList();
    }

    /** Cuts a table, and checks that all rows are there in its order, none twice, with keys where they belong. */
    private List<KeyRange> cut(PostgresDialect dialect, String table, long rows) {
        TableDefinition definition = table(dialect, table);
        List<KeyRange> ranges = new ArrayList<>();
        List<List<String>> bounds = new ArrayList<>();
        List<String> behind = null;
        do {
            List<String> next = reader.keyBehind(definition, behind, rows);
            ranges.add(new KeyRange(behind, next));
            if (next != null) {
                bounds.add(next);
            }
            behind = next;
        } while (behind != null);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            List<String> chunk = rows(table, ranges.get(i));
            all.addAll(chunk);
            List<List<String>> keys = chunk.stream()
                    .map(row -> Arrays.asList(row.split("\t"))
                            .subList(0, definition.schema().key().size()))
                    .toList();
            assertThat(await(dialect.backfiller().places(definition, bounds, keys)))
                    .containsOnly(keys.isEmpty() ? new int[0] : new int[] {i});
        }
        assertThat(all).hasSize(rows(table).size()).doesNotHaveDuplicates();
        return ranges;
    }

    @Test
    void skewGapsAndOddOrdersAreCutAlike() throws Exception {
        source.run(
                "CREATE COLLATION reverse_case (provider = icu, locale = 'en-u-kf-upper')",
                "CREATE TABLE gaps (id bigint PRIMARY KEY)",
                "INSERT INTO gaps SELECT i * 1000000000::bigint - 5000000000 FROM generate_series(1, 100) i",
                "CREATE TABLE skewed (country text COLLATE reverse_case, id uuid, v int, PRIMARY KEY (country, id))",
                "INSERT INTO skewed SELECT CASE WHEN i % 10 > 0 THEN 'de' ELSE chr(65 + i % 7) || 'x' END,"
                        + " md5(i::text)::uuid, i FROM generate_series(1, 500) i",
                "INSERT INTO skewed SELECT v, md5(v)::uuid, 1 FROM unnest('{a,A,b,B,''x,Ä,ä,z,\"\"}'::text[]) v",
                "CREATE TABLE amounts (n numeric(10,2) PRIMARY KEY)",
                "INSERT INTO amounts SELECT i / 7.0 FROM generate_series(-50, 50) i");
        PostgresDialect dialect = source.loop("public.*").backfill().dialect();
        backfiller(dialect);
        assertThat(cut(dialect, "gaps", 30)).hasSize(4);
        assertThat(cut(dialect, "skewed", 60)).hasSize(9);
        assertThat(cut(dialect, "amounts", 7)).hasSize(15);
    }

    @Test
    void aMomentTellsWhichTransactionsOfTheStreamItSees() throws Exception {
        source.run("CREATE TABLE t (id int PRIMARY KEY, v text)");
        PostgresDialect dialect = source.loop("public.t").backfill().dialect();
        Prepared prepared = await(dialect.prepare(KnownPosition.FRESH));
        assertThat(prepared.copyWanted()).isTrue();
        Backfiller backfiller = backfiller(dialect);
        source.run("INSERT INTO t VALUES (1, 'before')");
        try (Connection open = source.connect();
                Statement statement = open.createStatement()) {
            open.setAutoCommit(false);
            statement.execute("INSERT INTO t VALUES (2, 'beside')");
            source.run("INSERT INTO t VALUES (3, 'before')");
            Moment moment;
            try (Chunk chunk = reader.open(name("t"), KeyRange.ALL)) {
                source.run("INSERT INTO t VALUES (4, 'after')");
                open.commit();
                moment = backfiller.moment(chunk.moment().text());
                assertThat(rest(chunk)).containsExactly("1\tbefore", "3\tbefore");
                RecordingSink sink = new RecordingSink();
                ChangeFeed feed = dialect.feed();
                await(feed.start(prepared.start(), sink));
                sink.awaitCommits(4);
                List<String> seen = new ArrayList<>();
                for (Mutation m : sink.mutations()) {
                    if (m instanceof Mutation.Insert insert && moment.sees(m.stamp())) {
                        seen.add(insert.row().text(0));
                        assertThat(m.stamp().isCoveredBy(chunk.position())).isTrue();
                    } else if (m instanceof Mutation.Insert) {
                        assertThat(m.stamp().isCoveredBy(chunk.position())).isFalse();
                    }
                }
                assertThat(seen).containsExactly("1", "3");
                await(feed.stop());
            }
            Moment now = await(backfiller.now());
            assertThat(rows("t")).hasSize(4);
            assertThat(now.text()).isNotEqualTo(moment.text());
        }
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
        backfiller(source.loop("public.*").backfill().dialect());
        assertThat(rows("log_0")).containsExactly("1");
        assertThat(rows("parent")).containsExactly("1");
        assertThat(rows("child")).containsExactly("2");
        assertThat(rows("nothing")).containsExactly("", "");
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
        Prepared prepared = await(dialect.prepare(KnownPosition.FRESH));
        backfiller(dialect);
        assertThat(rows("t")).containsExactly("2\t50");
        assertThat(rows("t", new KeyRange(List.of("1"), List.of("2")))).containsExactly("2\t50");
        assertThat(rows("meter")).containsExactly("1\t2");
        RecordingSink sink = new RecordingSink();
        ChangeFeed feed = dialect.feed();
        await(feed.start(prepared.start(), sink));
        source.run("INSERT INTO t VALUES (3, 's', 7)", "INSERT INTO meter VALUES (2, 3)", "TRUNCATE meter");
        assertThat(sink.rowsOf(3)).containsExactly("insert t(3,7)", "insert meter(2,3)", "truncate [meter]");
        await(feed.stop());
    }

    @Test
    void aTableIsReadInTheShapeThatItHasByThenOrNotAtAll() throws Exception {
        source.run("CREATE TABLE t (id int PRIMARY KEY, v text)", "INSERT INTO t VALUES (1, 'a')");
        backfiller(source.loop("public.t").backfill().dialect());
        assertThat(rows("t")).containsExactly("1\ta");
        source.run("ALTER TABLE t ADD COLUMN w int DEFAULT 7, DROP COLUMN v");
        try (Chunk chunk = reader.open(name("t"), KeyRange.ALL)) {
            assertThat(chunk.table().schema().columns()).extracting("name").containsExactly("id", "w");
            assertThat(rest(chunk)).containsExactly("1\t7");
        }
        source.run("DROP TABLE t");
        assertThat(reader.open(name("t"), KeyRange.ALL)).isNull();
    }

    @Test
    void aTableThatIsBeingRewrittenIsWaitedForAndNotTakenToBeEmpty() throws Exception {
        source.run("CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)");
        backfiller(source.loop("public.t").backfill().dialect());
        try (Connection other = source.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("ALTER TABLE t ALTER COLUMN id TYPE bigint");
            Thread reading = new Thread(() -> assertThat(rows("t")).containsExactly("1"));
            List<Throwable> failures = new ArrayList<>();
            reading.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
            reading.start();
            org.awaitility.Awaitility.await()
                    .until(() -> source.query("SELECT 1 FROM pg_locks WHERE NOT granted AND database ="
                                    + " (SELECT oid FROM pg_database WHERE datname = current_database())")
                            != null);
            other.commit();
            reading.join();
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void anInterruptedStartBeginsAnewWithANewSlot() throws Exception {
        source.run("CREATE TABLE t (id int PRIMARY KEY)");
        Prepared first = await(source.loop("public.t").backfill().dialect().prepare(KnownPosition.FRESH));
        source.run("INSERT INTO t VALUES (1)");
        Prepared second = await(source.loop("public.t").backfill().dialect().prepare(KnownPosition.FRESH));
        assertThat(second.start().isCoveredBy(first.start())).isFalse();
        Prepared third = await(source.loop("public.t")
                .backfill()
                .dialect()
                .prepare(new KnownPosition(null, second.identity(), second.start(), false)));
        assertThat(third.start()).as("a copy that is under way goes on").isEqualTo(second.start());
        assertThat(third.copyWanted()).isTrue();
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
    void largeRowsAndManyRowsComeWholeAndACutReaderCanBeUsedAgain() throws Exception {
        source.run(
                "CREATE TABLE t (id int PRIMARY KEY, v text)",
                "INSERT INTO t SELECT i, repeat('v', 100) FROM generate_series(1, 20000) i",
                "INSERT INTO t VALUES (0, repeat('w', 1000000))");
        backfiller(source.loop("public.t").backfill().dialect());
        List<String> rows = rows("t");
        assertThat(rows).hasSize(20001);
        assertThat(rows).filteredOn(r -> r.startsWith("0\t")).singleElement().matches(r -> r.length() == 1_000_002);
        try (Chunk half = reader.open(name("t"), KeyRange.ALL)) {
            assertThat(half.next()).isNotEmpty();
        }
        Chunk cut = reader.open(name("t"), KeyRange.ALL);
        reader.cancel();
        assertThatThrownBy(() -> rest(cut)).isInstanceOf(SourceException.class);
        assertThat(rows("t")).hasSize(20001);
    }
}
