package io.penstock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.TableName;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EqualityIT {
    private static final TableName T = new TableName("public", "t");

    private final TestDatabase a = TestPostgres.shared().createDatabase("equality_a");
    private final TestDatabase b = TestPostgres.target().createDatabase("equality_b");

    @AfterEach
    void drop() {
        a.dropForce();
        b.dropForce();
    }

    private void both(String sql) {
        a.execute(sql);
        b.execute(sql);
    }

    private String compare() {
        return Equality.compare(a, b, List.of(T)).toString();
    }

    @Test
    void equal_rows_in_any_order_are_equal() {
        both("CREATE TABLE t (i int, s text)");
        a.execute("INSERT INTO t VALUES (1, 'x'), (1, 'x'), (2, NULL), (NULL, '')");
        b.execute("INSERT INTO t VALUES (NULL, ''), (2, NULL), (1, 'x'), (1, 'x')");
        assertThat(compare()).isEqualTo("1 tables are equal");
        assertThat(Equality.tables(a)).containsExactly(T);
    }

    @Test
    void null_is_not_the_empty_string() {
        both("CREATE TABLE t (s text)");
        a.execute("INSERT INTO t VALUES (NULL)");
        b.execute("INSERT INTO t VALUES ('')");
        assertThat(compare()).contains("only source: ()").contains("only target: (\"\")");
    }

    @Test
    void padding_and_duplicates_count() {
        both("CREATE TABLE t (c char(4), n int)");
        both("INSERT INTO t VALUES ('a', 1), ('a', 1)");
        assertThat(compare()).contains("equal");
        b.execute("INSERT INTO t VALUES ('a', 1)");
        assertThat(compare())
                .contains("2 rows on the source, 3 on the target")
                .contains("0 rows only on the source, 1 only on the target")
                .contains("only target: (\"a   \",1)");
    }

    @Test
    void missing_tables_and_columns_are_named() {
        a.execute("CREATE TABLE t (i int, extra int)");
        assertThat(compare()).isEqualTo("public.t: not on the target");
        b.execute("CREATE TABLE t (i int)");
        assertThat(compare()).contains("columns differ").contains("[i, extra]");
    }

    @Test
    void columns_are_matched_by_name_and_inherited_rows_do_not_count() {
        a.execute("CREATE TABLE t (i int, j int); CREATE TABLE child () INHERITS (t); INSERT INTO child VALUES (5, 6)");
        b.execute("CREATE TABLE t (j int, i int)");
        a.execute("INSERT INTO t (i, j) VALUES (1, 2)");
        b.execute("INSERT INTO t (i, j) VALUES (1, 2)");
        assertThat(compare()).contains("equal");
    }

    @Test
    void databases_of_other_encodings_are_compared_by_characters() {
        TestDatabase latin = TestPostgres.shared()
                .createDatabase("equality_l1", "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
        latin.execute("CREATE TABLE t (s text); INSERT INTO t VALUES ('zé'), ('ö'), ('a')");
        b.execute("CREATE TABLE t (s text); INSERT INTO t VALUES ('ö'), ('a'), ('zé')");
        assertThat(Equality.compare(latin, b, List.of(T)).isEqual()).isTrue();
        b.execute("UPDATE t SET s = 'ze' WHERE s = 'zé'");
        assertThat(Equality.compare(latin, b, List.of(T)).toString()).contains("only source: (zé)");
        latin.dropForce();
    }

    @Test
    void the_merge_follows_the_servers_order_beyond_the_basic_plane() {
        both("CREATE TABLE t (s text)");
        both("INSERT INTO t VALUES ('\uFF5E'), ('\uD83D\uDE00'), ('z')");
        a.execute("INSERT INTO t VALUES ('\uFF5E')");
        assertThat(compare()).contains("1 rows only on the source, 0 only on the target");
    }

    @Test
    void tables_without_columns_compare_by_their_number_of_rows() {
        both("CREATE TABLE t ()");
        a.execute("INSERT INTO t DEFAULT VALUES");
        assertThat(compare()).contains("1 rows on the source, 0 on the target");
        b.execute("INSERT INTO t DEFAULT VALUES");
        assertThat(compare()).contains("equal");
    }
}
