package io.penstock.source.postgresql;

import static io.penstock.source.postgresql.SourceFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.QualifiedName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableDefinition.ColumnDetails;
import io.penstock.model.TableDefinition.Constraint;
import io.penstock.model.TableDefinition.ConstraintKind;
import io.penstock.model.TableDefinition.Partitioning;
import io.penstock.model.TableDefinition.SequenceDefinition;
import io.penstock.model.TableName;
import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.CompositeType;
import io.penstock.model.TypeDefinition.DomainType;
import io.penstock.model.TypeDefinition.EnumType;
import io.penstock.model.TypeDefinition.RangeType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Definitions as a real catalogue has them. */
class CatalogIT {
    private SourceFixture source;

    @BeforeEach
    void createDatabase() throws Exception {
        source = new SourceFixture();
    }

    @AfterEach
    void dropDatabase() throws Exception {
        source.close();
    }

    private Map<String, TableDefinition> describe(String... patterns) {
        return await(source.loop(patterns).dialect().describe()).stream()
                .collect(Collectors.toMap(t -> t.name().table(), Function.identity()));
    }

    @Test
    void a_column_that_came_later_tells_what_older_rows_have() throws Exception {
        source.run(
                "CREATE TABLE grown (id bigint PRIMARY KEY)",
                "INSERT INTO grown VALUES (1)",
                "ALTER TABLE grown ADD n integer DEFAULT 7, ADD w text DEFAULT 'it''s, {\"odd\"} \\ NULL',"
                        + " ADD a text[] DEFAULT '{a,\"b,c\",NULL}', ADD b box DEFAULT '(1,1),(0,0)',"
                        + " ADD e text DEFAULT '', ADD t timestamptz DEFAULT '2020-01-01 00:00:00+00', ADD z integer",
                "ALTER TABLE grown ALTER n SET DEFAULT 99",
                "CREATE TABLE root (id bigint PRIMARY KEY) PARTITION BY RANGE (id)",
                "CREATE TABLE leaf PARTITION OF root DEFAULT",
                "ALTER TABLE root ADD n integer DEFAULT 7",
                "CREATE TABLE rewritten (id bigint PRIMARY KEY)",
                "ALTER TABLE rewritten ADD n integer DEFAULT 7, ADD u uuid DEFAULT gen_random_uuid(), ADD z integer");
        Map<String, TableDefinition> tables = describe("public.*");
        Map<String, ColumnDetails> grown = tables.get("grown").details();
        assertThat(grown.get("n")).isEqualTo(new ColumnDetails(false, "99", null, null, null, "7", false));
        assertThat(grown.get("w").missingValue()).isEqualTo("it's, {\"odd\"} \\ NULL");
        assertThat(grown.get("a").missingValue()).isEqualTo("{a,\"b,c\",NULL}");
        assertThat(grown.get("b").missingValue()).isEqualTo("(1,1),(0,0)");
        assertThat(grown.get("e").missingValue()).isEmpty();
        assertThat(grown.get("t").missingValue()).startsWith("2020-01-01 00:00:00");
        assertThat(grown.get("z").missingValue()).isNull();
        assertThat(tables.get("root").details().get("n").missingValue()).isEqualTo("7");
        Map<String, ColumnDetails> rewritten = tables.get("rewritten").details();
        assertThat(rewritten.get("n").missingValue()).isEqualTo("7");
        assertThat(rewritten.get("u").olderUnknown()).isTrue();
        assertThat(rewritten.get("z").olderUnknown()).isFalse();
        source.run("ALTER TABLE rewritten ALTER n SET DEFAULT 8");
        assertThat(describe("public.*").get("rewritten").details().get("n"))
                .isEqualTo(new ColumnDetails(false, "8", null, null, null, null, true));
    }

    @Test
    void columnsKeysAndConstraints() throws Exception {
        source.run(
                "CREATE TABLE region (id int PRIMARY KEY)",
                "CREATE TABLE item (v numeric(5, 2) DEFAULT 1.5, id bigint GENERATED ALWAYS AS IDENTITY, old int,"
                        + " name varchar(20) COLLATE \"C\" NOT NULL, twice numeric GENERATED ALWAYS AS (v * 2) STORED,"
                        + " region int REFERENCES region DEFERRABLE, flags \"bit\","
                        + " CONSTRAINT item_pk PRIMARY KEY (name, id), UNIQUE (region), CHECK (v > 0))",
                "ALTER TABLE item DROP old",
                "CREATE INDEX item_lower ON item (lower(name)) WHERE v > 1");
        TableDefinition item = describe("public.*").get("item");
        assertThat(item.schema().columns().stream().map(c -> c.name() + " " + c.type() + " " + c.number()))
                .containsExactly(
                        "v numeric(5,2) 1",
                        "id bigint 2",
                        "name character varying(20) 4",
                        "twice numeric 5",
                        "region integer 6",
                        "flags \"bit\" 7");
        assertThat(item.schema().keyNames()).containsExactly("name", "id");
        assertThat(item.details().get("v")).isEqualTo(new ColumnDetails(false, "1.5", null, null, null));
        assertThat(item.details().get("id")).isEqualTo(new ColumnDetails(true, null, "ALWAYS", null, null));
        assertThat(item.details().get("name")).isEqualTo(new ColumnDetails(true, null, null, null, "pg_catalog.\"C\""));
        assertThat(item.details().get("twice").generated()).isEqualTo("(v * (2)::numeric)");
        assertThat(item.constraints())
                .containsExactlyInAnyOrder(
                        new Constraint(
                                "item_pk",
                                ConstraintKind.PRIMARY_KEY,
                                List.of("name", "id"),
                                false,
                                null,
                                "PRIMARY KEY (name, id)"),
                        new Constraint(
                                "item_region_key",
                                ConstraintKind.UNIQUE,
                                List.of("region"),
                                false,
                                null,
                                "UNIQUE (region)"),
                        new Constraint(
                                "item_v_check",
                                ConstraintKind.CHECK,
                                List.of("v"),
                                false,
                                null,
                                "CHECK ((v > (0)::numeric))"),
                        new Constraint(
                                "item_region_fkey",
                                ConstraintKind.FOREIGN_KEY,
                                List.of("region"),
                                true,
                                new TableName("public", "region"),
                                "FOREIGN KEY (region) REFERENCES public.region(id) DEFERRABLE"));
        assertThat(item.indexes())
                .containsExactly("CREATE INDEX item_lower ON public.item USING btree (lower((name)::text))"
                        + " WHERE (v > (1)::numeric)");
        assertThat(item.sequences())
                .containsExactly(new SequenceDefinition(
                        new QualifiedName("public", "item_id_seq"),
                        "id",
                        "bigint",
                        1,
                        1,
                        1,
                        Long.MAX_VALUE,
                        false,
                        null));
    }

    @Test
    void sequencesThatDefaultsUseAndWhereTheyStand() throws Exception {
        source.run(
                "CREATE SEQUENCE loose INCREMENT 5 MAXVALUE 100 CYCLE",
                "CREATE TABLE t (id serial PRIMARY KEY, n int DEFAULT nextval('loose'))",
                "INSERT INTO t DEFAULT VALUES");
        assertThat(describe("public.t").get("t").sequences())
                .containsExactly(
                        new SequenceDefinition(
                                new QualifiedName("public", "loose"), null, "bigint", 1, 5, 1, 100, true, 1L),
                        new SequenceDefinition(
                                new QualifiedName("public", "t_id_seq"),
                                "id",
                                "integer",
                                1,
                                1,
                                1,
                                Integer.MAX_VALUE,
                                false,
                                1L));
    }

    @Test
    void userDefinedTypesInAnOrderInWhichTheyCanBeMade() throws Exception {
        source.run(
                "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                "ALTER TYPE mood ADD VALUE 'happy' AFTER 'sad'",
                "CREATE DOMAIN short AS varchar(9) COLLATE \"C\" DEFAULT 'x' NOT NULL CONSTRAINT s CHECK (VALUE <> '')",
                "CREATE TYPE pair AS (m mood, s short[])",
                "CREATE TYPE span AS RANGE (subtype = float8)",
                "CREATE TYPE unused AS ENUM ()",
                "CREATE TABLE t (id int PRIMARY KEY, p pair[], r span, rs span_multirange)");
        List<TypeDefinition> types = describe("public.t").get("t").types();
        List<Long> ids = ((EnumType) types.get(0)).labelIds();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(types)
                .containsExactly(
                        new EnumType(new QualifiedName("public", "mood"), List.of("sad", "happy", "ok"), ids),
                        new DomainType(
                                new QualifiedName("public", "short"),
                                "character varying(9)",
                                "\"pg_catalog\".\"C\"",
                                true,
                                "'x'::character varying",
                                List.of("CONSTRAINT s CHECK (((VALUE)::text <> ''::text))")),
                        new CompositeType(
                                new QualifiedName("public", "pair"),
                                List.of(
                                        new io.penstock.model.Column("m", "public.mood", 1),
                                        new io.penstock.model.Column("s", "public.short[]", 2))),
                        new RangeType(
                                new QualifiedName("public", "span"),
                                "double precision",
                                null,
                                null,
                                "public.span_multirange"));
    }

    @Test
    void aRootBringsItsLeavesAndALeafAloneIsAPlainTable() throws Exception {
        source.run(
                "CREATE TABLE log (day date, id int, v text UNIQUE, PRIMARY KEY (day, id)) PARTITION BY RANGE (day)"
                        .replace("v text UNIQUE", "v text"),
                "CREATE INDEX log_v ON log (v)",
                "CREATE TABLE log_a PARTITION OF log FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')",
                "CREATE TABLE log_rest PARTITION OF log DEFAULT",
                "CREATE INDEX log_a_own ON log_a (id)");
        Map<String, TableDefinition> all = describe("public.log");
        assertThat(all.keySet()).containsExactlyInAnyOrder("log", "log_a", "log_rest");
        assertThat(all.get("log").partition()).isEqualTo(new Partitioning("RANGE (day)", null, null));
        assertThat(all.get("log").indexes()).containsExactly("CREATE INDEX log_v ON public.log USING btree (v)");
        TableDefinition leaf = all.get("log_a");
        assertThat(leaf.partition())
                .isEqualTo(new Partitioning(
                        null, new TableName("public", "log"), "FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')"));
        assertThat(leaf.schema().keyNames()).containsExactly("day", "id");
        assertThat(leaf.constraints()).isEmpty();
        assertThat(leaf.indexes()).containsExactly("CREATE INDEX log_a_own ON public.log_a USING btree (id)");

        TableDefinition alone = describe("public.log_a").get("log_a");
        assertThat(alone.partition()).isNull();
        assertThat(alone.constraints()).extracting(Constraint::name).containsExactly("log_a_pkey");
        assertThat(alone.indexes()).hasSize(2);
    }

    @Test
    void aPublishedRootStandsForItsLeavesAsAPlainTable() throws Exception {
        source.run(
                "CREATE TABLE meter (id int PRIMARY KEY, v int) PARTITION BY HASH (id)",
                "CREATE TABLE meter_0 PARTITION OF meter FOR VALUES WITH (MODULUS 1, REMAINDER 0)",
                "CREATE PUBLICATION by_root FOR TABLE meter WITH (publish_via_partition_root = true)");
        List<TableDefinition> tables =
                await(source.loop("public.*").publication("by_root").dialect().describe());
        assertThat(tables).hasSize(1);
        assertThat(tables.get(0).partition()).isNull();
        assertThat(tables.get(0).constraints()).hasSize(1);
    }

    @Test
    void aColumnListLeavesOutWhatRestsOnOtherColumns() throws Exception {
        source.run(
                "CREATE TABLE t (id int PRIMARY KEY, secret text UNIQUE, v int CHECK (v > 0), g int GENERATED ALWAYS AS (v) STORED)",
                "CREATE INDEX t_secret ON t (lower(secret))",
                "CREATE PUBLICATION part FOR TABLE t (id, v)");
        TableDefinition t = await(
                        source.loop("public.t").publication("part").dialect().describe())
                .get(0);
        assertThat(t.schema().columns())
                .extracting(io.penstock.model.Column::name)
                .containsExactly("id", "v");
        assertThat(t.constraints()).extracting(Constraint::name).containsExactly("t_pkey", "t_v_check");
        assertThat(t.indexes()).isEmpty();
    }

    @Test
    void onlyOrdinaryTablesOfUsersAreFound() throws Exception {
        source.run(
                "CREATE TABLE plain (id int PRIMARY KEY)",
                "CREATE TABLE hidden (id int PRIMARY KEY)",
                "CREATE UNLOGGED TABLE scratch (id int)",
                "CREATE VIEW v AS SELECT * FROM plain",
                "CREATE MATERIALIZED VIEW mv AS SELECT * FROM plain",
                "CREATE TEMPORARY TABLE temp (id int)",
                "CREATE SCHEMA \"Odd.Schema\"",
                "CREATE TABLE nothing ()",
                "ALTER TABLE nothing REPLICA IDENTITY FULL");
        List<TableDefinition> found =
                await(source.loop("*.*").exclude("public.hidden").dialect().describe());
        assertThat(found).extracting(t -> t.name().toString()).containsExactly("public.nothing", "public.plain");
        assertThat(found.get(0).schema().isKeyless()).isTrue();
        assertThat(found.get(0).schema().fullIdentity()).isTrue();
    }

    @Test
    @Timeout(60)
    void aThousandTablesTakeNoLongerThanTheirNumber() throws Exception {
        source.run(
                "CREATE TYPE mood AS ENUM ('a')",
                "DO $$ BEGIN FOR i IN 1..1000 LOOP EXECUTE format('CREATE TABLE t%s (id serial PRIMARY KEY, m mood, v text"
                        + " CHECK (v <> ''''), w int UNIQUE)', i); END LOOP; END $$");
        long began = System.nanoTime();
        assertThat(describe("public.*")).hasSize(1000);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }
}
