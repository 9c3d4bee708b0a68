package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.SchemaFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.KeyRange;
import io.penstock.model.TableDefinition;
import io.penstock.target.BulkWriter;
import io.penstock.target.Statement;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresBulkIT {
    private static final Statement GUARD =
            Statement.of("UPDATE public.guard SET at = $2 WHERE $1::bigint = 7 OR '$1' = '?'", 7L, "copied");

    private final SchemaFixture fixture = new SchemaFixture();

    @AfterEach
    void drop() {
        fixture.close();
    }

    private TableDefinition made(String ddl, String table) {
        fixture.source.execute(ddl);
        fixture.prepare();
        return fixture.definition(table);
    }

    private BulkWriter open(TableDefinition table, Statement guard) {
        return open(table, KeyRange.ALL, guard);
    }

    private BulkWriter open(TableDefinition table, KeyRange range, Statement guard) {
        return PostgresBulk.opener(fixture.url, fixture.schema, () -> true).open(table, range, "bulk-test", guard);
    }

    private long copy(TableDefinition table, String... lines) {
        return copy(table, KeyRange.ALL, lines);
    }

    private static KeyRange range(List<String> lower, List<String> upper) {
        return new KeyRange(lower, upper);
    }

    @Test
    void a_range_is_replaced_and_the_rest_of_the_table_stays() {
        TableDefinition table = made("CREATE TABLE t (a integer, b numeric, v text, PRIMARY KEY (a, b))", "t");
        copy(table, "1\t1\told", "1\t2\told", "1\t3\told", "2\t1\told", "2\t2.5\told", "3\t0\told");
        assertThat(copy(table, range(List.of("1", "1"), List.of("2", "1")), "1\t2.0\tnew", "1\t2.5\tnew"))
                .isEqualTo(2);
        assertThat(rows("SELECT * FROM t ORDER BY a, b"))
                .isEqualTo("[[1, 1, old], [1, 2.0, new], [1, 2.5, new], [2, 2.5, old], [3, 0, old]]");
        copy(table, range(List.of("2", "1"), null), "4\t0\tnew");
        copy(table, range(null, List.of("1", "1")));
        assertThat(rows("SELECT * FROM t ORDER BY a, b")).isEqualTo("[[1, 2.0, new], [1, 2.5, new], [4, 0, new]]");
    }

    @Test
    void a_range_is_replaced_where_the_target_has_columns_of_its_own() {
        fixture.target.execute("CREATE TABLE t (note text DEFAULT 'none', v text, id integer PRIMARY KEY)");
        TableDefinition table = made("CREATE TABLE t (id integer PRIMARY KEY, v text)", "t");
        copy(table, "1\tone", "2\ttwo", "3\tthree", "4\tfour");
        fixture.target.execute("UPDATE t SET note = 'mine'");
        copy(table, range(List.of("1"), List.of("3")), "3\tTHREE");
        assertThat(rows("SELECT id, v, note FROM t ORDER BY id"))
                .isEqualTo("[[1, one, mine], [3, THREE, mine], [4, four, mine]]");
    }

    @Test
    void only_tables_whose_rows_stand_alone_are_divided() {
        assertThat(divisible("CREATE TABLE a (id bigint PRIMARY KEY)", "a")).isTrue();
        assertThat(divisible("CREATE TABLE b (id bigint PRIMARY KEY, u integer UNIQUE)", "b"))
                .isFalse();
        assertThat(divisible("CREATE TABLE c (v text)", "c")).isFalse();
        TableDefinition texts = made("CREATE TABLE d (id text PRIMARY KEY)", "d");
        assertThat(await(fixture.schema.isDivisible(texts))).isTrue();
        fixture.target.execute("INSERT INTO d VALUES ('x')");
        assertThat(await(fixture.schema.isDivisible(texts)))
                .as("nobody knows which of the parts the row belongs to")
                .isFalse();
    }

    private boolean divisible(String ddl, String table) {
        return await(fixture.schema.isDivisible(made(ddl, table)));
    }

    private long copy(TableDefinition table, KeyRange range, String... lines) {
        try (BulkWriter writer = open(table, range, GUARD)) {
            byte[] all = (lines.length == 0 ? "" : String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
            // blocks end at any byte
            for (byte b : all) {
                writer.write(new byte[] {b});
            }
            return writer.finish(null);
        }
    }

    private String rows(String sql) {
        return fixture.target.query(sql).toString();
    }

    @Test
    void an_empty_table_is_filled_together_with_the_guard() {
        TableDefinition table = made(
                "CREATE TABLE \"we\"\"ird. name\" (\"I D\" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                        + " twice integer GENERATED ALWAYS AS (\"I D\" * 2) STORED, v text, d date)",
                "we\"ird. name");
        assertThat(copy(table, "1\ta\\tü\t2020-02-01", "2\t\\N\tinfinity")).isEqualTo(2);
        assertThat(rows("SELECT * FROM \"we\"\"ird. name\" ORDER BY 1"))
                .isEqualTo("[[1, 2, a\tü, 2020-02-01], [2, 4, null, infinity]]");
        assertThat(fixture.target.value("SELECT at FROM guard")).isEqualTo("copied");
    }

    @Test
    void a_second_copy_replaces_the_first() {
        TableDefinition table = made("CREATE TABLE t (id integer PRIMARY KEY, u integer UNIQUE, j json)", "t");
        copy(table, "1\t10\t{}", "2\t20\t[]", "3\t30\tnull");
        assertThat(copy(table, "1\t20\t{}", "2\t10\t[ ]", "4\t40\t1")).isEqualTo(3);
        assertThat(rows("SELECT * FROM t ORDER BY 1")).isEqualTo("[[1, 20, {}], [2, 10, [ ]], [4, 40, 1]]");
        assertThat(copy(table)).isZero();
        assertThat(rows("SELECT * FROM t")).isEqualTo("[]");
    }

    @Test
    void columns_of_the_targets_own_keep_their_values() {
        fixture.target.execute("CREATE EXTENSION citext; CREATE TABLE t (note text DEFAULT 'none', v text,"
                + " id citext NOT NULL, CONSTRAINT k UNIQUE (id) DEFERRABLE)");
        TableDefinition table = made("CREATE EXTENSION citext; CREATE TABLE t (id citext PRIMARY KEY, v text)", "t");
        copy(table, "a\tone", "b\ttwo");
        fixture.target.execute("UPDATE t SET note = 'mine'");
        assertThat(copy(table, "A\tuno", "c\ttre")).isEqualTo(2);
        assertThat(rows("SELECT v, note FROM t ORDER BY id")).isEqualTo("[[uno, mine], [tre, none]]");
    }

    /** Otherwise the first shape in the stream would have the table dropped as another one's, rows and all. */
    @Test
    void a_copied_table_fits_the_shape_it_was_copied_in() {
        TableDefinition old = made("CREATE TABLE t (id integer PRIMARY KEY, v text)", "t");
        copy(old, "1\told");
        fixture.source.execute("DROP TABLE t; CREATE TABLE t (id integer PRIMARY KEY, v text)");
        fixture.prepare();
        assertThat(fixture.schema.fits(fixture.described("t").table())).isFalse();
        copy(fixture.definition("t"), "1\tnew");
        assertThat(fixture.schema.fits(fixture.described("t").table())).isTrue();
        fixture.schema = new PostgresSchema(fixture.executor, () -> true);
        fixture.prepare();
        assertThat(fixture.schema.fits(fixture.described("t").table())).isTrue();
        fixture.target.execute("UPDATE guard SET at = '" + SchemaFixture.FROM + "'");
        fixture.adapt("t");
        assertThat(rows("SELECT v FROM t")).isEqualTo("[[new]]");
    }

    @Test
    void keyless_rows_are_replaced_with_their_duplicates() {
        TableDefinition table = made("CREATE TABLE t (v integer)", "t");
        copy(table, "1", "1", "2");
        assertThat(copy(table, "1", "3", "3")).isEqualTo(3);
        assertThat(rows("SELECT v FROM t ORDER BY 1")).isEqualTo("[[1], [3], [3]]");
    }

    @Test
    void a_table_without_columns_has_its_number_of_rows() {
        fixture.target.execute("CREATE TABLE more (extra integer DEFAULT 5)");
        TableDefinition table = made("CREATE TABLE nothing (); CREATE TABLE more ()", "nothing");
        copy(table, "", "");
        assertThat(copy(table, "", "", "")).isEqualTo(3);
        assertThat(fixture.target.number("SELECT count(*) FROM nothing")).isEqualTo(3);
        assertThat(copy(fixture.definition("more"), "", "")).isEqualTo(2);
        assertThat(rows("SELECT extra FROM more")).isEqualTo("[[5], [5]]");
    }

    @Test
    void a_guard_that_raises_blocks_the_copy() {
        TableDefinition table = made("CREATE TABLE t (v integer)", "t");
        assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> open(table, Statement.of("SELECT 1 / ($1::bigint - 1)", 1L)))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.FENCED));
    }

    @Test
    void closed_without_finish_nothing_was_written() {
        TableDefinition table = made("CREATE TABLE t (v integer)", "t");
        try (BulkWriter writer = open(table, GUARD)) {
            writer.write("1\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(rows("SELECT * FROM t")).isEqualTo("[]");
        assertThat(fixture.target.value("SELECT at FROM guard")).isNotEqualTo("copied");
    }

    @Test
    void an_error_names_table_column_and_line_but_no_value() {
        TableDefinition table = made("CREATE TABLE t (id integer, v varchar(3))", "t");
        refused(table, "1\tabc", "secret\tx").withMessageContaining("line 2, column id");
        refused(table, "1\tsecret").withMessageContaining("column v");
        fixture.target.execute("DROP TABLE t");
        assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> copy(table, "1\tx"))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.FINAL));
    }

    private org.assertj.core.api.ThrowableAssertAlternative<TargetException> refused(
            TableDefinition table, String... lines) {
        return assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> copy(table, lines))
                .withMessageContaining("public.t")
                .satisfies(e -> {
                    assertThat(e.kind()).isEqualTo(Kind.DATA);
                    assertThat(e.getMessage()).doesNotContain("secret");
                });
    }

    @Test
    void a_partition_goes_into_the_leaf_or_else_into_the_root() {
        fixture.source.execute("CREATE TABLE root (id integer PRIMARY KEY, v text) PARTITION BY RANGE (id);"
                + " CREATE TABLE low PARTITION OF root FOR VALUES FROM (0) TO (10);"
                + " CREATE TABLE high PARTITION OF root FOR VALUES FROM (10) TO (20)");
        fixture.prepare();
        copy(fixture.definition("low"), "1\ta", "2\tb");
        copy(fixture.definition("high"), "11\tc");
        assertThat(copy(fixture.definition("low"), "1\tx")).isEqualTo(1);
        assertThat(rows("SELECT id, v FROM root ORDER BY 1")).isEqualTo("[[1, x], [11, c]]");

        fixture.target.execute("DROP TABLE root; CREATE TABLE root (id integer PRIMARY KEY, v text)");
        List<TableDefinition> root = List.of(fixture.definition("root"));
        fixture.schema = new PostgresSchema(fixture.executor, () -> true);
        await(fixture.schema.prepare(root, false));
        copy(fixture.definition("low"), "1\ta", "2\tb");
        copy(fixture.definition("high"), "11\tc");
        assertThat(copy(fixture.definition("low"), "1\tx")).isEqualTo(1);
        assertThat(rows("SELECT id, v FROM root ORDER BY 1")).isEqualTo("[[1, x], [2, b], [11, c]]");
    }
}
