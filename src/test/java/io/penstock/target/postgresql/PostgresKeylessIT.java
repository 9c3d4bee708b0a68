package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tables without a key: exact numbers of copies. */
class PostgresKeylessIT {
    private static LaneFixture f;

    @BeforeAll
    static void start() {
        f = new LaneFixture();
    }

    @AfterAll
    static void stop() {
        f.close();
    }

    private TableSchema odd(String name) {
        f.sql("CREATE TABLE " + name + " (a int, b float8, c json, d text, e char(4), g numeric(6,2));"
                + " INSERT INTO " + name
                + " SELECT NULL, 'NaN', '{\"a\":  1}', NULL, 'x', 1.5 FROM generate_series(1, 5);"
                + " INSERT INTO " + name + " SELECT 1, '-0', '{\"a\": 1}', '', 'x', 1 FROM generate_series(1, 3);"
                + " INSERT INTO " + name + " SELECT 1, '0', '{\"a\": 1}', '', 'x', 1 FROM generate_series(1, 3)");
        return f.schema(name);
    }

    @Test
    void removesExactlySoManyCopies() {
        TableSchema t = odd("kl");
        String[] nulls = {null, "NaN", "{\"a\":  1}", null, "x   ", "1.50"};
        String[] minus = {"1", "-0", "{\"a\": 1}", "", "x   ", "1.00"};
        f.apply(
                f.delete(t, nulls),
                f.delete(t, nulls),
                f.delete(t, minus),
                f.update(t, LaneFixture.tuple(minus), LaneFixture.tuple("2", "1", "-", "new", "y   ", "2.00")));
        assertThat(f.rows("SELECT a, b, c, d, e, g, count(*) FROM (SELECT a, b::text, c::text, d, e, g FROM kl)"
                        + " GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2"))
                .containsExactly(
                        "1|-0|{\"a\": 1}||x   |1.00|1",
                        "1|0|{\"a\": 1}||x   |1.00|3",
                        "2|1|{\"a\": 1}|new|y   |2.00|1",
                        "null|NaN|{\"a\":  1}|null|x   |1.50|3");
    }

    @Test
    void theSameInSourceOrder() {
        TableSchema t = odd("klo");
        String[] nulls = {null, "NaN", "{\"a\":  1}", null, "x   ", "1.50"};
        f.applyInOrder(
                f.insert(t, nulls),
                f.delete(t, nulls),
                f.delete(t, nulls),
                f.update(t, LaneFixture.tuple(nulls), LaneFixture.tuple("9", "1", "-", "n", "z", "3")));
        assertThat(f.rows("SELECT count(*) FILTER (WHERE a IS NULL), count(*) FILTER (WHERE a = 9), count(*) FROM klo"))
                .containsExactly("3|1|10");
    }

    @Test
    void missingCopiesAreCounted() {
        f.sql("CREATE TABLE klm (a int); INSERT INTO klm VALUES (1)");
        TableSchema t = f.schema("klm");
        f.conflicts.clear();
        f.apply(f.delete(t, "1"), f.delete(t, "1"), f.delete(t, "2"));
        assertThat(f.one("SELECT count(*) FROM klm")).isEqualTo("0");
        assertThat(f.conflicts).containsExactly("public.klm 2");
    }

    @Test
    void targetThatStoresMoreDigitsIsMatchedAsItStores() {
        f.sql("CREATE TABLE kls (a numeric(8,3), b varchar); INSERT INTO kls VALUES (1.5, 'x'), (1.5, 'x')");
        TableSchema t = f.schema("kls");
        f.apply(f.delete(t, "1.5", "x"));
        assertThat(f.one("SELECT count(*) FROM kls")).isEqualTo("1");
    }

    @Test
    void partitionsWithEqualPlacesAreToldApart() {
        f.sql("CREATE TABLE klp (a int) PARTITION BY LIST (a); CREATE TABLE klp1 PARTITION OF klp FOR VALUES IN (1);"
                + " CREATE TABLE klp2 PARTITION OF klp FOR VALUES IN (2); INSERT INTO klp VALUES (1), (1), (2), (2)");
        TableSchema t = f.schema("klp");
        f.apply(f.delete(t, "1"));
        assertThat(f.rows("SELECT a, count(*) FROM klp GROUP BY a ORDER BY a")).containsExactly("1|1", "2|2");
    }

    @Test
    void oneScanForManyRowsOfALargeTable() {
        f.sql("CREATE TABLE kll (a int, b text); INSERT INTO kll SELECT i / 2, 'row ' || i / 2 FROM"
                + " generate_series(0, 99999) i");
        TableSchema t = f.schema("kll");
        List<RowMutation> mutations = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            mutations.add(f.delete(t, "" + i, "row " + i));
        }
        f.apply(mutations);
        assertThat(f.one("SELECT count(*) FROM kll")).isEqualTo("95000");
    }

    @Test
    void tableWithoutColumns() {
        f.sql("CREATE TABLE nothing ()");
        TableSchema t = f.schema("nothing");
        f.apply(f.insert(t), f.insert(t), f.insert(t), f.insert(t));
        f.apply(f.delete(t), f.delete(t), f.insert(t));
        assertThat(f.one("SELECT count(*) FROM nothing")).isEqualTo("3");
        f.applyInOrder(f.delete(t), f.insert(t), f.delete(t));
        assertThat(f.one("SELECT count(*) FROM nothing")).isEqualTo("2");
    }
}
