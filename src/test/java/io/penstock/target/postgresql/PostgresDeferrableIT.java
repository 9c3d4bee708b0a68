package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keys that are checked at the end of a transaction only. */
class PostgresDeferrableIT {
    private static LaneFixture f;

    @BeforeAll
    static void start() {
        f = new LaneFixture();
    }

    @AfterAll
    static void stop() {
        f.close();
    }

    private static TableSchema table(String name) {
        f.sql("CREATE TABLE " + name + " (id int PRIMARY KEY DEFERRABLE, v text, w text);" + " INSERT INTO " + name
                + " SELECT i, 'v' || i, 'w' || i FROM generate_series(1, 3) i");
        return f.schema(name, "id");
    }

    private static RowMutation move(TableSchema t, String from, String... row) {
        return f.update(t, LaneFixture.tuple(from, "-", "-"), LaneFixture.tuple(row));
    }

    @Test
    void primaryKeysSwapAndRotate() {
        TableSchema t = table("dr");
        f.apply(move(t, "1", "2", "v1", "-"), move(t, "2", "3", "v2", "-"), move(t, "3", "1", "v3", "w3x"));
        assertThat(f.rows("SELECT * FROM dr ORDER BY id")).containsExactly("1|v3|w3x", "2|v1|w1", "3|v2|w2");
        f.applyInOrder(move(t, "1", "2", "v3", "-"), move(t, "2", "1", "v1", "-"));
        assertThat(f.rows("SELECT * FROM dr ORDER BY id")).containsExactly("1|v1|w1", "2|v3|w3x", "3|v2|w2");
    }

    @Test
    void aRowThatWasTouchedBeforeStillMakesRoom() {
        TableSchema t = table("dt");
        f.apply(f.update(t, "2", "touched", "-"), move(t, "1", "2", "v1", "-"), move(t, "2", "1", "touched", "-"));
        assertThat(f.rows("SELECT * FROM dt ORDER BY id")).containsExactly("1|touched|w2", "2|v1|w1", "3|v3|w3");
    }

    @Test
    void aNewRowMayTakeAKeyBeforeItsOwnerLeaves() {
        TableSchema t = table("dn");
        f.apply(f.insert(t, "1", "new", "new"), move(t, "1", "4", "v1", "-"), f.delete(t, "2", "-", "-"));
        assertThat(f.rows("SELECT * FROM dn ORDER BY id")).containsExactly("1|new|new", "3|v3|w3", "4|v1|w1");
    }

    @Test
    void secondaryUniqueValuesSwapWhileOtherTablesAreFolded() {
        f.sql("CREATE TABLE ds (id int PRIMARY KEY, u text UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO ds VALUES"
                + " (1, 'a'), (2, 'b'); CREATE TABLE plain (id int PRIMARY KEY, p int REFERENCES ds)");
        TableSchema t = f.schema("ds", "id");
        f.apply(
                f.update(t, "1", "b"),
                f.insert(f.schema("plain", "id"), "1", "77"),
                f.update(t, "2", "a"),
                f.update(t, "3", "c"));
        assertThat(f.rows("SELECT * FROM ds ORDER BY id")).containsExactly("1|b", "2|a", "3|c");
        assertThat(f.one("SELECT p FROM plain")).isEqualTo("77");
    }

    @Test
    void duplicatesAreRefusedAtTheCommit() {
        TableSchema t = table("dd");
        long before = f.position();
        LaneWriter lane = f.lane();
        TargetException e = LaneFixture.failure(f.send(() ->
                lane.apply(List.of(move(t, "1", "2", "v1", "-")), LaneFixture.at(before), LaneFixture.at(before + 1))));
        assertThat(e.kind()).isEqualTo(Kind.DATA);
        assertThat(e.code()).isEqualTo("23505");
        assertThat(e).hasMessageContaining("dd_pkey");
        assertThat(f.position()).isEqualTo(before);
    }

    @Test
    void fullOldRowsIdentifyTheirKeyToo() {
        TableSchema t = table("df");
        f.apply(f.update(t, Tuple.of("1", "v1", "w1"), LaneFixture.tuple("5", "v5", "-")));
        assertThat(f.rows("SELECT * FROM df ORDER BY id")).containsExactly("2|v2|w2", "3|v3|w3", "5|v5|w1");
    }
}
