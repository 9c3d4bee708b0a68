package io.penstock.target.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Column;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rows of tables with a key. */
class PostgresLaneIT {
    private static LaneFixture f;

    @BeforeAll
    static void start() {
        f = new LaneFixture();
    }

    @AfterAll
    static void stop() {
        f.close();
    }

    @Test
    void insertsUpdatesAndDeletes() {
        f.sql("CREATE TABLE a (id int PRIMARY KEY, v text, w text); INSERT INTO a VALUES (1, 'x', 'y'), (2, 'x', 'y')");
        TableSchema t = f.schema("a", "id");
        f.apply(f.insert(t, "3", "new", null), f.update(t, "1", "changed", "-"), f.delete(t, "2", "-", "-"));
        assertThat(f.rows("SELECT * FROM a ORDER BY id")).containsExactly("1|changed|y", "3|new|null");
    }

    @Test
    void aRowThatIsThereAlreadyIsRefusedOnceAndWrittenOverFromThenOn() {
        f.sql("CREATE TABLE there (id int PRIMARY KEY, v text); INSERT INTO there VALUES (1, 'theirs')");
        TableSchema t = f.schema("there", "id");
        LaneWriter lane = f.lane();
        long from = f.position();
        RowMutation[] rows = {f.insert(t, "1", "ours"), f.insert(t, "2", "ours")};
        TargetException refused = LaneFixture.failure(
                f.send(() -> lane.apply(List.of(rows), LaneFixture.at(from), LaneFixture.at(from + 1))));
        assertThat(refused.kind()).isEqualTo(Kind.ROW_EXISTS);
        f.call(lane::close);
        assertThat(f.rows("SELECT * FROM there ORDER BY id")).containsExactly("1|theirs");
        f.apply(rows);
        assertThat(f.rows("SELECT * FROM there ORDER BY id")).containsExactly("1|ours", "2|ours");
    }

    @Test
    void hotRowIsWrittenOnce() {
        f.sql("CREATE TABLE hot (id int PRIMARY KEY, n int)");
        TableSchema t = f.schema("hot", "id");
        List<RowMutation> mutations = new ArrayList<>(List.of(f.insert(t, "1", "0")));
        for (int i = 1; i <= 1000; i++) {
            mutations.add(f.update(t, "1", "" + i));
        }
        f.apply(mutations);
        assertThat(f.rows("SELECT id, n, xmax FROM hot")).containsExactly("1|1000|0");
    }

    @Test
    void manyMasksGoInOneStatement() {
        f.sql("CREATE TABLE masks (id int PRIMARY KEY, a varchar(3), b numeric(4,1), c char(3), d int);"
                + " INSERT INTO masks SELECT i, 'o', 1.5, 'o', 0 FROM generate_series(0, 15) i");
        TableSchema t = f.schema("masks", "id");
        List<RowMutation> mutations = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            String[] row = {
                "" + i,
                (i & 1) == 0 ? "-" : "n",
                (i & 2) == 0 ? "-" : "2.5",
                (i & 4) == 0 ? "-" : null,
                (i & 8) == 0 ? "-" : "9"
            };
            mutations.add(f.update(t, row));
            expected.add(i + "|" + ((i & 1) == 0 ? "o" : "n") + "|" + ((i & 2) == 0 ? "1.5" : "2.5") + "|"
                    + ((i & 4) == 0 ? "o  " : "null") + "|" + ((i & 8) == 0 ? "0" : "9"));
        }
        f.apply(mutations);
        assertThat(f.rows("SELECT * FROM masks WHERE id < 15 ORDER BY id")).isEqualTo(expected);
    }

    @Test
    void keysMoveSwapAndRotate() {
        f.sql("CREATE TABLE mv (id int PRIMARY KEY, v text, big text);"
                + " INSERT INTO mv SELECT i, 'v' || i, 'big' || i FROM generate_series(1, 3) i");
        TableSchema t = f.schema("mv", "id");
        f.apply(
                f.update(t, LaneFixture.tuple("1", "-", "-"), LaneFixture.tuple("-1", "v1", "-")),
                f.update(t, LaneFixture.tuple("2", "-", "-"), LaneFixture.tuple("1", "v2", "-")),
                f.update(t, LaneFixture.tuple("-1", "-", "-"), LaneFixture.tuple("2", "v1", "-")),
                f.update(t, LaneFixture.tuple("3", "-", "-"), LaneFixture.tuple("4", "w3", "-")),
                f.insert(t, "3", "again", "again"));
        assertThat(f.rows("SELECT * FROM mv ORDER BY id"))
                .containsExactly("1|v2|big2", "2|v1|big1", "3|again|again", "4|w3|big3");
    }

    @Test
    void manyKeysMoveOneUpInOrder() {
        f.sql("CREATE TABLE up (id int PRIMARY KEY, v text); INSERT INTO up SELECT i, 'v' || i FROM generate_series(1,"
                + " 12000) i");
        TableSchema t = f.schema("up", "id");
        List<RowMutation> moves = new ArrayList<>();
        for (int i = 12_000; i > 0; i--) {
            moves.add(f.update(t, LaneFixture.tuple("" + i, "-"), LaneFixture.tuple("" + (i + 1), "v" + i)));
        }
        f.apply(moves);
        assertThat(f.one("SELECT count(*) FROM up WHERE v = 'v' || (id - 1)")).isEqualTo("12000");
    }

    @Test
    void completeMovesOfMissingRowsInsertThem() {
        f.sql("CREATE TABLE mvm (id int PRIMARY KEY, v text); INSERT INTO mvm VALUES (3, 'x'), (6, 'y')");
        TableSchema t = f.schema("mvm", "id");
        f.apply(
                f.update(t, LaneFixture.tuple("1", "-"), LaneFixture.tuple("2", "v")),
                f.update(t, LaneFixture.tuple("3", "-"), LaneFixture.tuple("4", "w")),
                f.update(t, LaneFixture.tuple("5", "-"), LaneFixture.tuple("6", "z")));
        assertThat(f.rows("SELECT * FROM mvm ORDER BY id")).containsExactly("2|v", "4|w", "6|z");
    }

    @Test
    void uniqueSwapWorksInSourceOrder() {
        f.sql("CREATE TABLE us (id int PRIMARY KEY, u text UNIQUE); INSERT INTO us VALUES (1, 'a'), (2, 'b')");
        TableSchema t = f.schema("us", "id");
        f.applyInOrder(f.update(t, "1", "tmp"), f.update(t, "2", "a"), f.update(t, "1", "b"));
        assertThat(f.rows("SELECT * FROM us ORDER BY id")).containsExactly("1|b", "2|a");
    }

    @Test
    void deletedUniqueValueIsFreeForAnotherRowOfTheBatch() {
        f.sql("CREATE TABLE ud (id int PRIMARY KEY, u text UNIQUE); INSERT INTO ud VALUES (2, 'a')");
        TableSchema t = f.schema("ud", "id");
        f.apply(f.delete(t, "2", "-"), f.insert(t, "1", "a"));
        assertThat(f.rows("SELECT * FROM ud")).containsExactly("1|a");
    }

    @Test
    void generatedAndIdentityColumns() {
        f.sql("CREATE TABLE gen (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a int,"
                + " twice int GENERATED ALWAYS AS (a * 2) STORED); INSERT INTO gen (a) VALUES (5), (6)");
        TableSchema t = new TableSchema(
                new TableName("public", "gen"),
                1,
                List.of(new Column("id", "int", 1), new Column("a", "int", 2), new Column("twice", "int", 3)),
                List.of(0),
                false);
        f.apply(
                f.insert(t, "7", "70", "1"),
                f.update(t, "1", "10", "1"),
                f.update(t, LaneFixture.tuple("2", "-", "-"), LaneFixture.tuple("9", "-", "-")),
                f.update(t, LaneFixture.tuple("7", "-", "-"), LaneFixture.tuple("8", "80", "0")));
        assertThat(f.rows("SELECT * FROM gen ORDER BY id")).containsExactly("1|10|20", "8|80|160", "9|6|12");
    }

    @Test
    void identityColumnBesideTheKey() {
        f.sql("CREATE TABLE idb (k text PRIMARY KEY, n int GENERATED ALWAYS AS IDENTITY, v text);"
                + " INSERT INTO idb VALUES ('a', DEFAULT, 'keep'), ('b', DEFAULT, 'x')");
        TableSchema t = f.schema("idb", "k");
        f.apply(f.update(t, "a", "11", "-"), f.update(t, "b", "12", "y"), f.insert(t, "c", "13", "z"));
        assertThat(f.rows("SELECT * FROM idb ORDER BY k")).containsExactly("a|11|keep", "b|12|y", "c|13|z");
    }

    @Test
    void tableOfNothingButItsKey() {
        f.sql("CREATE TABLE ak (a int, b text, PRIMARY KEY (a, b)); INSERT INTO ak VALUES (1, 'x')");
        TableSchema t = f.schema("ak", "b", "a");
        f.apply(f.update(t, "1", "x"), f.insert(t, "2", "y"));
        assertThat(f.rows("SELECT * FROM ak ORDER BY a")).containsExactly("1|x", "2|y");
    }

    @Test
    void withoutAUniqueIndexRowsAreUpdatedThenInserted() {
        f.sql("CREATE TABLE na (id int, v text, w text); INSERT INTO na VALUES (1, 'x', 'w')");
        TableSchema t = f.schema("na", "id");
        f.apply(f.insert(t, "1", "y", "w2"), f.insert(t, "2", "z", null));
        f.apply(f.update(t, "2", "-", "late"), f.delete(t, "1", "-", "-"));
        assertThat(f.rows("SELECT * FROM na")).containsExactly("2|z|late");
    }

    @Test
    void partitionedTable() {
        f.sql("CREATE TABLE pt (id int, r text, v text, PRIMARY KEY (id, r)) PARTITION BY LIST (r);"
                + " CREATE TABLE pt_a PARTITION OF pt FOR VALUES IN ('a'); CREATE TABLE pt_b PARTITION OF pt FOR VALUES"
                + " IN ('b'); INSERT INTO pt VALUES (1, 'a', 'x')");
        TableSchema t = f.schema("pt", "id", "r");
        f.apply(
                f.insert(t, "2", "b", "y"),
                f.update(t, LaneFixture.tuple("1", "a", "-"), LaneFixture.tuple("1", "b", "-")),
                f.insert(t, "3", "a", "z"),
                f.delete(t, "3", "a", "-"));
        assertThat(f.rows("SELECT tableoid::regclass, * FROM pt ORDER BY id"))
                .containsExactly("pt_b|1|b|x", "pt_b|2|b|y");
    }

    @Test
    void triggersAndForeignKeysOfTheTargetStaySilent() {
        f.sql("CREATE TABLE par (id int PRIMARY KEY); CREATE TABLE chi (id int PRIMARY KEY, p int REFERENCES par);"
                + " CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''fired''; END';"
                + " CREATE TRIGGER no BEFORE INSERT ON chi FOR EACH ROW EXECUTE FUNCTION no()");
        f.apply(f.insert(f.schema("chi", "id"), "1", "1"), f.insert(f.schema("par", "id"), "1"));
        assertThat(f.one("SELECT count(*) FROM chi")).isEqualTo("1");
    }

    @Test
    void extraColumnsOfTheTargetKeepTheirDefault() {
        f.sql("CREATE TABLE ex (id int PRIMARY KEY, v text)");
        TableSchema t = f.schema("ex", "id");
        f.sql("ALTER TABLE ex ADD COLUMN more text DEFAULT 'd'");
        f.tables.forget();
        f.apply(f.insert(t, "1", "x"));
        assertThat(f.rows("SELECT * FROM ex")).containsExactly("1|x|d");
    }

    @Test
    void columnThatTheTargetLacksIsNamed() {
        f.sql("CREATE TABLE la (id int PRIMARY KEY, v text)");
        TableSchema t = f.schema("la", "id");
        f.sql("ALTER TABLE la DROP COLUMN v");
        f.tables.forget();
        long before = f.position();
        LaneWriter lane = f.lane();
        TargetException e = LaneFixture.failure(
                f.send(() -> lane.apply(List.of(f.insert(t, "1", "x")), LaneFixture.at(before), LaneFixture.at(99))));
        assertThat(e.kind()).isEqualTo(Kind.FINAL);
        assertThat(e).hasMessageContaining("public.la").hasMessageContaining("\"v\"");
        assertThat(e.remedy()).contains("createTables");
        assertThat(f.position()).isEqualTo(before);
    }

    @Test
    void partialUpdateOfAMissingRowStopsAndIsNamedInOrder() {
        f.sql("CREATE TABLE pm (id int PRIMARY KEY, v text, w text); INSERT INTO pm VALUES (1, 'x', 'y')");
        TableSchema t = f.schema("pm", "id");
        long before = f.position();
        List<RowMutation> mutations = List.of(f.update(t, "1", "z", "-"), f.update(t, "2", "z", "-"));
        LaneWriter lane = f.lane();
        assertThat(LaneFixture.failure(f.send(() -> lane.apply(mutations, LaneFixture.at(before), LaneFixture.at(99))))
                        .kind())
                .isEqualTo(Kind.DATA);
        LaneWriter slow = f.lane();
        TargetException e = LaneFixture.failure(
                f.send(() -> slow.applyInOrder(mutations, LaneFixture.at(before), LaneFixture.at(99))));
        assertThat(e.kind()).isEqualTo(Kind.DATA);
        assertThat(e)
                .hasMessageContaining("public.pm: update at " + LaneFixture.STAMP + "#"
                        + mutations.get(1).ordinal())
                .hasMessageContaining("key (id)");
        assertThat(f.rows("SELECT * FROM pm")).containsExactly("1|x|y");
        assertThat(f.position()).isEqualTo(before);
    }

    @Test
    void completeUpdateOfAMissingRowInsertsAndMissingDeletesAreCounted() {
        f.sql("CREATE TABLE cm (id int PRIMARY KEY, v text)");
        TableSchema t = f.schema("cm", "id");
        f.conflicts.clear();
        f.apply(
                f.update(t, "1", "x"),
                f.delete(t, "7", "-"),
                f.delete(t, "8", "-"),
                f.insert(t, "9", "b"),
                f.delete(t, "9", "-"));
        assertThat(f.rows("SELECT * FROM cm")).containsExactly("1|x");
        assertThat(f.conflicts).containsExactly("public.cm 2");
    }

    @Test
    void statementsAreCutByBytes() {
        f.sql("CREATE TABLE big (id int PRIMARY KEY, v text)");
        TableSchema t = f.schema("big", "id");
        List<RowMutation> mutations = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            mutations.add(f.insert(t, "" + i, ("" + i % 10).repeat(1 << 20)));
        }
        mutations.add(f.insert(t, "100", "x".repeat(20 << 20)));
        f.apply(mutations);
        assertThat(f.one("SELECT count(*) || ' ' || sum(length(v)) FROM big")).isEqualTo("41 " + (60L << 20));
        List<io.penstock.model.Tuple> rows =
                mutations.stream().map(RowMutation::keySource).toList();
        assertThat(RowBinding.end(rows, 0)).isEqualTo(15);
        assertThat(RowBinding.end(rows, 40)).isEqualTo(41);
    }

    @Test
    void plansMadeWhileATableIsSmallDoNotReadItWhenItIsLarge() {
        f.sql("CREATE TABLE gr (id int PRIMARY KEY, v text, w text) WITH (autovacuum_enabled = off);"
                + " INSERT INTO gr SELECT i, 'v', 'w' FROM generate_series(1, 500) i");
        TableSchema t = f.schema("gr", "id");
        LaneWriter lane = f.lane();
        long at = f.position();
        List<RowMutation> first = List.of(f.update(t, "1", "x", "-"), f.delete(t, "2", "-", "-"));
        f.call(() -> lane.apply(first, LaneFixture.at(at), LaneFixture.at(at + 1)));
        f.sql("INSERT INTO gr SELECT i, 'v', repeat('w', 50) FROM generate_series(1000, 99999) i");
        String scans = "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'gr'";
        String before = f.one(scans);
        List<RowMutation> many = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            many.add(f.update(t, "" + (50_000 + i), "x", "-"));
            many.add(f.delete(t, "" + (10_000 + i), "-", "-"));
        }
        f.call(() -> lane.apply(many, LaneFixture.at(at + 1), LaneFixture.at(at + 2)));
        Awaitility.await()
                .until(() -> f.one("SELECT idx_scan >= 4000 FROM pg_stat_user_tables WHERE relname = 'gr'")
                        .equals("t"));
        assertThat(f.one(scans)).isEqualTo(before);
    }

    @Test
    void oneBadRowOfManyIsNamed() {
        f.sql("CREATE TABLE bad (id int PRIMARY KEY, v varchar(3))");
        TableSchema t = f.schema("bad", "id");
        List<RowMutation> mutations = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            mutations.add(f.insert(t, "" + i, i == 12_345 ? "secret" : "ok"));
        }
        long before = f.position();
        LaneWriter lane = f.lane();
        TargetException folded = LaneFixture.failure(
                f.send(() -> lane.apply(mutations, LaneFixture.at(before), LaneFixture.at(before + 1))));
        LaneWriter slow = f.lane();
        TargetException e = LaneFixture.failure(
                f.send(() -> slow.applyInOrder(mutations, LaneFixture.at(before), LaneFixture.at(before + 1))));
        assertThat(List.of(folded.kind(), e.kind())).containsOnly(Kind.DATA);
        assertThat(e.code()).isEqualTo("22001");
        assertThat(e)
                .hasMessageContaining("public.bad: insert at " + LaneFixture.STAMP + "#"
                        + mutations.get(12_345).ordinal())
                .message()
                .doesNotContain("secret");
        assertThat(f.one("SELECT count(*) FROM bad")).isEqualTo("0");
    }
}
