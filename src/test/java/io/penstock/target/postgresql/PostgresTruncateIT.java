package io.penstock.target.postgresql;

import static io.penstock.target.postgresql.LaneFixture.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Column;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.target.LaneWriter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresTruncateIT {
    private LaneFixture f;

    @BeforeEach
    void start() {
        f = new LaneFixture();
        f.sql("CREATE TABLE \"it's \"\"p\"\"\" (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v text);"
                + " CREATE TABLE c (id serial PRIMARY KEY, p int REFERENCES \"it's \"\"p\"\"\");"
                + " INSERT INTO \"it's \"\"p\"\"\" (v) VALUES ('a'), ('b'); INSERT INTO c (p) VALUES (1), (2)");
    }

    @AfterEach
    void stop() {
        f.close();
    }

    private void truncate(boolean restart, TableSchema... tables) {
        LaneWriter lane = f.lane();
        f.call(() ->
                lane.apply(List.of(new Truncate(LaneFixture.STAMP, 1, List.of(tables), true, restart)), at(0), at(1)));
        assertThat(f.position()).isEqualTo(1);
    }

    private String counts() {
        return f.one("SELECT (SELECT count(*) FROM \"it's \"\"p\"\"\") || ' ' || (SELECT count(*) FROM c)");
    }

    private String next(String table) {
        return f.one("SELECT nextval(pg_get_serial_sequence('" + table.replace("'", "''") + "', 'id'))");
    }

    @Test
    void tablesThatPointAtEachOtherAreEmptiedTogether() {
        truncate(false, f.schema("it's \"p\"", "id"), f.schema("c", "id"));
        assertThat(counts()).isEqualTo("0 0");
        assertThat(next("c")).isEqualTo("3");
    }

    @Test
    void sequencesRestartWhereTheSourceSaysSo() {
        truncate(true, f.schema("it's \"p\"", "id"), f.schema("c", "id"));
        assertThat(next("c")).isEqualTo("1");
    }

    @Test
    void aTableThatOthersPointAtIsEmptiedAlone() {
        truncate(true, f.schema("it's \"p\"", "id"));
        assertThat(counts()).as("no cascade over what the source did not name").isEqualTo("0 2");
        assertThat(next("\"it's \"\"p\"\"\"")).isEqualTo("1");
    }

    @Test
    void tablesThatTheTargetLacksArePassedOver() {
        TableSchema absent = new TableSchema(
                new TableName("public", "absent"), 1, List.of(new Column("a", "int", 1)), List.of(), false);
        truncate(false, absent, f.schema("c", "id"));
        assertThat(counts()).isEqualTo("2 0");
    }

    @Test
    void whatFollowsIsWrittenBehindIt() {
        TableSchema c = f.schema("c", "id");
        LaneWriter lane = f.lane();
        f.send(() -> lane.apply(List.of(f.insert(c, "8", "1")), at(0), at(1)));
        f.send(() -> lane.apply(List.of(new Truncate(LaneFixture.STAMP, 1, List.of(c), false, false)), at(1), at(2)));
        f.call(() -> lane.apply(List.of(f.insert(c, "9", "1")), at(2), at(3)));
        assertThat(f.rows("SELECT id FROM c")).containsExactly("9");
    }
}
