package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.SchemaFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.Column;
import io.penstock.model.Mutation.Described;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresSchemaAdaptIT {
    private final SchemaFixture fixture = new SchemaFixture();

    @AfterEach
    void drop() {
        fixture.close();
    }

    private void both(String ddl) {
        fixture.source.execute(ddl);
        fixture.prepare();
    }

    private boolean fits(String table) {
        return fixture.schema.fits(fixture.described(table).table());
    }

    @Test
    void an_added_column_comes_with_the_value_that_older_rows_have() {
        both("CREATE TABLE t (id integer PRIMARY KEY, twice integer GENERATED ALWAYS AS (id * 2) STORED)");
        fixture.target.execute("INSERT INTO t VALUES (1)");
        fixture.source.execute("ALTER TABLE t ADD COLUMN n integer NOT NULL DEFAULT 7,"
                + " ADD COLUMN w varchar(10) DEFAULT 'it''s', ADD COLUMN p text,"
                + " ADD COLUMN thrice integer GENERATED ALWAYS AS (id * 3) STORED");
        assertThat(fits("t")).isFalse();
        TargetTable before = fixture.schema.find(fixture.name("t"));
        fixture.adapt("t");
        assertThat(fixture.target
                        .query("SELECT id, twice, n, w, p, thrice FROM t")
                        .toString())
                .isEqualTo("[[1, 2, 7, it's, null, 3]]");
        assertThat(fits("t")).isTrue();
        assertThat(fixture.schema.find(fixture.name("t"))).isNotSameAs(before);
        assertThat(fixture.target.value(
                        "SELECT attnotnull FROM pg_attribute WHERE attrelid = 't'::regclass" + " AND attname = 'n'"))
                .isEqualTo("t");
        TargetTable after = fixture.schema.find(fixture.name("t"));
        fixture.adapt("t");
        assertThat(fixture.schema.find(fixture.name("t"))).isSameAs(after);
    }

    @Test
    void the_missing_value_is_preferred_to_a_default_that_came_later() {
        both("CREATE TABLE t (id integer PRIMARY KEY)");
        fixture.target.execute("INSERT INTO t VALUES (1)");
        fixture.source.execute("ALTER TABLE t ADD COLUMN n integer NOT NULL DEFAULT 99");
        Described today = fixture.described("t");
        TableDefinition.ColumnDetails details =
                new TableDefinition.ColumnDetails(true, "99", null, null, null, "7", false);
        TableDefinition old = today.definition();
        TableDefinition definition = new TableDefinition(
                old.schema(),
                java.util.Map.of("n", details),
                old.types(),
                old.sequences(),
                old.constraints(),
                old.indexes(),
                null,
                -1);
        fixture.adapt(new Described(today.stamp(), 1, today.table(), definition), true);
        fixture.target.execute("INSERT INTO t (id) VALUES (2)");
        assertThat(fixture.target.query("SELECT n FROM t ORDER BY id").toString())
                .isEqualTo("[[7], [99]]");
    }

    @Test
    void values_that_a_rewrite_gave_to_older_rows_are_asked_for() {
        both("CREATE TABLE t (id integer PRIMARY KEY); CREATE TABLE e (id integer PRIMARY KEY)");
        fixture.target.execute("INSERT INTO t VALUES (1)");
        String volatileDefault = " ADD COLUMN u uuid DEFAULT gen_random_uuid()";
        fixture.source.execute("INSERT INTO t VALUES (1); ALTER TABLE t" + volatileDefault + "; ALTER TABLE e"
                + volatileDefault + ", ADD COLUMN n integer GENERATED ALWAYS AS IDENTITY");
        refused(fixture.described("t"), true)
                .withMessageContaining("public.t.u")
                .satisfies(e -> assertThat(e.remedy()).contains("ADD COLUMN \"u\" uuid"));
        assertThat(fixture.columns("t")).isEqualTo("id integer");
        fixture.target.execute("ALTER TABLE t ADD COLUMN u uuid");
        fixture.adapt("t");
        assertThat(fits("t")).isTrue();
        fixture.adapt("e");
        assertThat(fixture.columns("e")).isEqualTo("id integer, u uuid, n integer");
    }

    @Test
    void a_partition_without_its_parent_waits_where_tables_are_made_and_stops_where_they_are_not() {
        both("CREATE TABLE root (id integer, k integer) PARTITION BY LIST (k)");
        fixture.source.execute("CREATE TABLE sub PARTITION OF root FOR VALUES IN (4) PARTITION BY RANGE (id);"
                + " CREATE TABLE leaf PARTITION OF sub FOR VALUES FROM (0) TO (9)");
        assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> fixture.adapt(fixture.described("leaf"), true))
                .withMessageContaining("public.sub")
                .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.RETRYABLE));
        refused(fixture.described("leaf"), false)
                .withMessageContaining("public.sub")
                .satisfies(e -> assertThat(e.remedy()).contains("public.sub", "public.leaf"));
    }

    @Test
    void a_default_that_was_set_after_the_column_came_is_not_that_of_older_rows() {
        both("CREATE TABLE t (id integer PRIMARY KEY)");
        fixture.target.execute("INSERT INTO t VALUES (1)");
        fixture.source.execute("INSERT INTO t VALUES (1); ALTER TABLE t ADD COLUMN n integer;"
                + " ALTER TABLE t ALTER n SET DEFAULT 5");
        fixture.adapt("t");
        fixture.target.execute("INSERT INTO t VALUES (2)");
        assertThat(fixture.target.query("SELECT n FROM t ORDER BY id").toString())
                .isEqualTo("[[null], [5]]");
    }

    @Test
    void columns_are_dropped_renamed_and_change_places() {
        both("CREATE TABLE t (id integer PRIMARY KEY, a text, b text, c integer, d integer)");
        fixture.target.execute("INSERT INTO t VALUES (1, 'a', 'b', 3, 4)");
        fixture.source.execute("ALTER TABLE t RENAME a TO x; ALTER TABLE t RENAME b TO a; ALTER TABLE t RENAME x TO b;"
                + " ALTER TABLE t DROP COLUMN c; ALTER TABLE t RENAME d TO c; ALTER TABLE t ADD COLUMN d date");
        fixture.adapt("t");
        assertThat(fixture.columns("t")).isEqualTo("id integer, b text, a text, c integer, d date");
        assertThat(fixture.target.query("SELECT a, b, c, d FROM t").toString()).isEqualTo("[[b, a, 4, null]]");
        assertThat(fits("t")).isTrue();
    }

    @Test
    void types_are_changed_by_assignment_or_else_by_cast() {
        both("CREATE TYPE mood AS ENUM ('1', '2');"
                + " CREATE TABLE t (id integer PRIMARY KEY, v varchar(5) DEFAULT '1', n numeric(4,1), m text)");
        fixture.target.execute("INSERT INTO t VALUES (1, '2', 1.5, '1')");
        fixture.source.execute(
                "ALTER TABLE t ALTER id TYPE bigint, ALTER v TYPE varchar(50), ALTER n TYPE numeric(20,6)");
        fixture.adapt("t");
        assertThat(fixture.columns("t")).isEqualTo("id bigint, v character varying(50), n numeric(20,6), m text");
        fixture.source.execute("ALTER TABLE t ALTER v DROP DEFAULT, ALTER v TYPE integer USING v::integer,"
                + " ALTER m TYPE mood USING m::mood; ALTER TABLE t ALTER v SET DEFAULT 5");
        fixture.adapt("t");
        assertThat(fixture.columns("t")).isEqualTo("id bigint, v integer, n numeric(20,6), m mood");
        assertThat(fixture.target.query("SELECT * FROM t").toString()).isEqualTo("[[1, 2, 1.500000, 1]]");
    }

    @Test
    void a_renamed_table_keeps_its_rows_and_its_name_may_be_taken() {
        both("CREATE TABLE first_name (id integer PRIMARY KEY, v text)");
        fixture.target.execute("INSERT INTO first_name VALUES (1, 'seed')");
        fixture.source.execute("CREATE SCHEMA other; ALTER TABLE first_name RENAME TO second_name;"
                + " ALTER TABLE second_name SET SCHEMA other");
        fixture.adapt("second_name");
        assertThat(fixture.target.value("SELECT v FROM other.second_name")).isEqualTo("seed");
        assertThat(fixture.schema.find(fixture.name("first_name"))).isNull();
        fixture.source.execute("CREATE TABLE first_name (id integer PRIMARY KEY, other integer)");
        fixture.adapt("first_name");
        assertThat(fixture.columns("first_name")).isEqualTo("id integer, other integer");
        assertThat(fixture.target.number("SELECT count(*) FROM other.second_name"))
                .isEqualTo(1);
    }

    @Test
    void tables_change_names() {
        both("CREATE TABLE a (id integer PRIMARY KEY, a text); CREATE TABLE b (id integer PRIMARY KEY, b text)");
        fixture.source.execute("ALTER TABLE a RENAME TO x; ALTER TABLE b RENAME TO a; ALTER TABLE x RENAME TO b");
        fixture.adapt("a");
        fixture.adapt("b");
        assertThat(fixture.columns("a")).isEqualTo("id integer, b text");
        assertThat(fixture.columns("b")).isEqualTo("id integer, a text");
        assertThat(fits("a") && fits("b")).isTrue();
    }

    @Test
    void a_table_made_again_starts_empty() {
        both("CREATE TABLE p (id integer PRIMARY KEY, v text); CREATE TABLE c (id integer REFERENCES p)");
        await(fixture.schema.finish(fixture.definitions()));
        fixture.target.execute("INSERT INTO p VALUES (1, 'old'); INSERT INTO c VALUES (1)");
        fixture.source.execute("DROP TABLE p CASCADE; CREATE TABLE p (n integer, id integer PRIMARY KEY)");
        fixture.adapt("p");
        assertThat(fixture.columns("p")).isEqualTo("n integer, id integer");
        assertThat(fixture.target.number("SELECT count(*) FROM p")).isZero();
        assertThat(fixture.target.number("SELECT count(*) FROM c")).isEqualTo(1);
    }

    @Test
    void a_shape_that_the_catalogue_has_forgotten_still_has_its_key() {
        both("CREATE TABLE p (id integer PRIMARY KEY)");
        TableSchema gone = new TableSchema(
                fixture.name("p"),
                4711,
                List.of(new Column("n", "integer", 0), new Column("id", "integer", 0)),
                List.of(1),
                false);
        fixture.adapt(new Described(SchemaFixture.FROM.stamp(), 1, gone, fixture.definition("p")), true);
        assertThat(fixture.columns("p")).isEqualTo("n integer, id integer");
        assertThat(fixture.schema.find(fixture.name("p")).hasArbiter(List.of("id")))
                .isTrue();
    }

    @Test
    void a_new_table_and_a_new_partition_are_made_whole() {
        both("CREATE TABLE root (id integer, k integer, PRIMARY KEY (id, k)) PARTITION BY LIST (k);"
                + " CREATE TABLE leaf1 PARTITION OF root FOR VALUES IN (1)");
        fixture.source.execute(
                "CREATE TYPE fresh AS ENUM ('f'); CREATE TABLE leaf2 PARTITION OF root FOR VALUES IN (2);"
                        + " CREATE TABLE late (id serial PRIMARY KEY, f fresh, r integer REFERENCES late); CREATE INDEX ON late (f)");
        fixture.adapt("leaf2");
        fixture.adapt("late");
        fixture.target.execute("INSERT INTO root VALUES (1, 2)");
        assertThat(fixture.target.number("SELECT count(*) FROM leaf2")).isEqualTo(1);
        assertThat(fixture.target.number("SELECT count(*) FROM pg_index WHERE indrelid = 'late'::regclass"))
                .isEqualTo(2);
        assertThat(fixture.target.number("SELECT count(*) FROM pg_constraint WHERE contype = 'f'"))
                .isEqualTo(1);
    }

    @Test
    void partitions_change_with_their_root_once() {
        both("CREATE TABLE root (id integer, k integer, PRIMARY KEY (id, k)) PARTITION BY LIST (k);"
                + " CREATE TABLE leaf1 PARTITION OF root FOR VALUES IN (1);"
                + " CREATE TABLE leaf2 PARTITION OF root FOR VALUES IN (2)");
        fixture.source.execute("ALTER TABLE root ADD COLUMN v text DEFAULT 'v'; ALTER TABLE root RENAME v TO w");
        fixture.adapt("leaf1");
        fixture.adapt("leaf2");
        assertThat(fixture.columns("leaf2")).isEqualTo("id integer, k integer, w text");
        assertThat(fits("leaf1") && fits("leaf2")).isTrue();
        assertThat(fixture.schema.find(fixture.name("root")).column("w")).isNotNull();
    }

    @Test
    void what_cannot_be_told_stops_with_a_remedy() {
        both("CREATE TABLE t (id integer PRIMARY KEY, a text)");
        TableSchema shape = fixture.described("t").table();
        TableSchema unclear = new TableSchema(
                shape.name(),
                shape.sourceId(),
                List.of(shape.columns().get(0), new Column("b", "text", 0)),
                shape.key(),
                false);
        refused(new Described(SchemaFixture.FROM.stamp(), 1, unclear, fixture.definition("t")), true)
                .withMessageContaining("[a] went, [b] came");
        assertThat(fixture.columns("t")).isEqualTo("id integer, a text");
    }

    @Test
    void an_operators_table_is_not_changed_but_the_statement_is_named() {
        fixture.target.execute("CREATE TABLE t (id integer PRIMARY KEY, v varchar(5))");
        both("CREATE TABLE t (id integer PRIMARY KEY, v varchar(5))");
        assertThat(fits("t")).isTrue();
        fixture.source.execute("ALTER TABLE t ADD COLUMN w text");
        refused(fixture.described("t"), true)
                .withMessageContaining("column w")
                .satisfies(e -> assertThat(e.remedy()).contains("ALTER TABLE \"public\".\"t\" ADD COLUMN \"w\" text"));
        fixture.target.execute("ALTER TABLE t ADD COLUMN w text");
        fixture.adapt(fixture.described("t"), false);
        assertThat(fits("t")).isTrue();
        fixture.source.execute("ALTER TABLE t ALTER v TYPE varchar(9)");
        refused(fixture.described("t"), true).withMessageContaining("character varying(5)");
        fixture.source.execute("DROP TABLE t; CREATE TABLE t (id integer PRIMARY KEY)");
        refused(fixture.described("t"), true).withMessageContaining("will not drop it");
    }

    @Test
    void without_leave_to_create_nothing_is_changed() {
        both("CREATE TABLE t (id integer PRIMARY KEY)");
        fixture.source.execute("ALTER TABLE t ADD COLUMN w text; CREATE TABLE u (id integer PRIMARY KEY)");
        refused(fixture.described("t"), false)
                .satisfies(e -> assertThat(e.remedy()).contains("ADD COLUMN \"w\" text"));
        refused(fixture.described("u"), false)
                .satisfies(e -> assertThat(e.remedy()).contains("CREATE TABLE \"public\".\"u\""));
        assertThat(fixture.columns("t")).isEqualTo("id integer");
    }

    @Test
    void a_guard_that_raises_changes_nothing() {
        both("CREATE TABLE t (id integer PRIMARY KEY)");
        fixture.source.execute("ALTER TABLE t ADD COLUMN w text");
        fixture.target.execute("UPDATE guard SET at = 'elsewhere'");
        assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> fixture.adapt("t"))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.FENCED));
        assertThat(fixture.columns("t")).isEqualTo("id integer");
        assertThat(fits("t")).isFalse();
    }

    @Test
    void a_change_that_the_rows_refuse_is_not_taken_for_the_guards_word() {
        both("CREATE TABLE t (id integer PRIMARY KEY, v text)");
        fixture.target.execute("INSERT INTO t VALUES (1, 'secret')");
        fixture.source.execute("ALTER TABLE t ALTER v TYPE integer USING v::integer");
        refused(fixture.described("t"), true)
                .withMessageContaining("public.t")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    void labels_and_attributes_follow_the_source() {
        both("CREATE TYPE phase AS ENUM ('todo', 'done'); CREATE TYPE pair AS (a integer);"
                + " CREATE TABLE t (id integer PRIMARY KEY, p phase, q pair)");
        fixture.target.execute("INSERT INTO t VALUES (1, 'done')");
        assertThat(await(fixture.schema.refreshTypes(fixture.definition("t")))).isFalse();
        fixture.source.execute("ALTER TYPE phase ADD VALUE 'doing' BEFORE 'done'");
        fixture.source.execute("ALTER TYPE phase ADD VALUE 'first' BEFORE 'todo'");
        fixture.source.execute("ALTER TYPE phase ADD VALUE 'it''s, \"odd\"'");
        fixture.source.execute("ALTER TYPE pair ADD ATTRIBUTE b text");
        assertThat(await(fixture.schema.refreshTypes(fixture.definition("t")))).isTrue();
        String labels = "SELECT enum_range(NULL::phase)";
        assertThat(fixture.target.value(labels)).isEqualTo(fixture.source.value(labels));
        fixture.source.execute("ALTER TYPE phase RENAME VALUE 'done' TO 'finished'");
        fixture.source.execute("ALTER TYPE phase ADD VALUE 'beside' BEFORE 'finished'");
        fixture.source.execute("ALTER TYPE phase ADD VALUE 'last'");
        assertThat(await(fixture.schema.refreshTypes(fixture.definition("t")))).isTrue();
        assertThat(fixture.target.value("SELECT p FROM t"))
                .as("until new labels alone did not help")
                .isEqualTo("done");
        assertThat(await(fixture.schema.refreshTypes(fixture.definition("t")))).isTrue();
        assertThat(await(fixture.schema.refreshTypes(fixture.definition("t")))).isFalse();
        assertThat(fixture.target.value(labels)).isEqualTo(fixture.source.value(labels));
        assertThat(fixture.target.value("SELECT p FROM t")).isEqualTo("finished");
        assertThat(fixture.target.value("SELECT '(1,x)'::pair")).isEqualTo("(1,x)");
    }

    private org.assertj.core.api.ThrowableAssertAlternative<TargetException> refused(
            Described described, boolean create) {
        return assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> fixture.adapt(described, create))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.FINAL));
    }
}
