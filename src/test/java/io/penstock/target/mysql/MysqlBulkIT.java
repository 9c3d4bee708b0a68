package io.penstock.target.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.model.Epoch;
import io.penstock.model.KeyRange;
import io.penstock.model.LoopName;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableSchema;
import io.penstock.target.BulkWriter;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.penstock.testkit.TestMysql;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts of tables that are replaced. */
class MysqlBulkIT {
    private static final String SESSION = "penstock/lane-test/1/copy";

    private LaneFixture f;

    @BeforeEach
    void start() {
        f = new LaneFixture(TestMysql.mariaDbTarget());
        LaneFixture.await(f.target.endSessionsBefore(new LoopName("lane-test"), new Epoch(0)));
    }

    @AfterEach
    void stop() {
        f.close();
    }

    private long copy(TableSchema table, KeyRange range, String lines) {
        try (BulkWriter writer = f.target.openBulk(TableDefinition.ofShape(table), range, SESSION, f.copyGuard())) {
            // In blocks that end anywhere.
            for (byte b : lines.getBytes(StandardCharsets.UTF_8)) {
                writer.write(new byte[] {b});
            }
            return writer.finish(null);
        }
    }

    @Test
    void a_part_replaces_what_was_there_of_it_and_nothing_else() {
        TableSchema t = f.table("part", List.of("a", "b"), "a integer", "b integer", "v text");
        assertThat(copy(t, KeyRange.ALL, "1\t1\tx\n1\t2\t\\N\n2\t1\ta\\tb\\\\c\\nd é\n2\t2\tx\n3\t1\tx\n"))
                .isEqualTo(5);
        assertThat(f.rows("SELECT v FROM part WHERE a = 2 AND b = 1")).containsExactly("a\tb\\c\nd é");
        KeyRange range = new KeyRange(List.of("1", "1"), List.of("2", "1"));
        assertThat(copy(t, range, "1\t7\tnew\n2\t0\tnew\n")).isEqualTo(2);
        assertThat(f.rows("SELECT a, b, v FROM part ORDER BY 1, 2"))
                .containsExactly("1|1|x", "1|7|new", "2|0|new", "2|2|x", "3|1|x");
    }

    @Test
    void values_of_the_targets_own_columns_stay() {
        TableSchema t = f.table("own", List.of("a", "b"), "a integer", "b integer", "v text");
        f.db.execute("ALTER TABLE own ADD COLUMN note varchar(9) DEFAULT 'none'");
        f.db.execute("INSERT INTO own VALUES (1, 1, 'x', 'mine'), (1, 2, 'x', 'gone'), (5, 1, 'x', 'mine')");
        LaneFixture.await(f.target.schema().prepare(List.of(TableDefinition.ofShape(t)), true));
        assertThat(copy(t, new KeyRange(null, List.of("3", "9")), "1\t1\ty\n2\t2\ty\n"))
                .isEqualTo(2);
        assertThat(f.rows("SELECT a, b, v, note FROM own ORDER BY 1, 2"))
                .containsExactly("1|1|y|mine", "2|2|y|none", "5|1|x|mine");
    }

    @Test
    void nothing_is_written_without_an_end_or_by_a_reign_that_is_over() {
        TableSchema t = f.table("none", List.of("a"), "a integer");
        try (BulkWriter writer = f.target.openBulk(TableDefinition.ofShape(t), KeyRange.ALL, SESSION, f.copyGuard())) {
            writer.write("1\n".getBytes(StandardCharsets.UTF_8));
        }
        var old = f.copyGuard();
        f.reign();
        assertThatExceptionOfType(TargetException.class)
                .isThrownBy(() -> f.target.openBulk(TableDefinition.ofShape(t), KeyRange.ALL, SESSION, old))
                .matches(e -> e.kind() == Kind.FENCED);
        assertThat(f.db.number("SELECT COUNT(*) FROM none")).isZero();
    }
}
