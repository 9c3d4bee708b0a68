package io.penstock.target.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Dependents;
import io.penstock.model.Dependents.Hop;
import io.penstock.model.Dependents.NewValue;
import io.penstock.model.Mutation.RowMutation;
import io.penstock.model.Mutation.Truncate;
import io.penstock.model.TableSchema;
import io.penstock.target.LaneWriter;
import io.penstock.target.TargetException;
import io.penstock.target.TargetException.Kind;
import io.penstock.testkit.Eventually;
import io.penstock.testkit.MysqlSql;
import io.penstock.testkit.TestMysql;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a lane promises on servers of this family; a subclass for each product brings the server. */
abstract class MysqlLaneContract {
    private LaneFixture f;

    abstract TestMysql server();

    @BeforeEach
    void start() {
        f = new LaneFixture(server());
    }

    @AfterEach
    void stop() {
        if (f != null) { // otherwise there is no such server here
            f.close();
        }
    }

    @Test
    void rows_are_inserted_changed_moved_and_deleted() {
        TableSchema t = f.table("a", List.of("id"), "id integer", "v text", "w text");
        f.apply(f.insert(t, "1", "x", "y"), f.insert(t, "2", "x", "y"), f.insert(t, "5", "five", null));
        f.apply(
                f.insert(t, "3", "it's \\ new", null),
                f.update(t, "1", "changed", "-"),
                f.delete(t, "2", "-", "-"),
                f.update(t, LaneFixture.tuple("5", "-", "-"), "6", "-", "moved"));
        assertThat(f.rows("SELECT * FROM a ORDER BY id"))
                .containsExactly("1|changed|y", "3|it's \\ new|null", "6|five|moved");
        assertThat(f.conflicts).isEmpty();
    }

    @Test
    void a_row_that_is_there_already_is_refused_once_and_written_over_from_then_on() {
        TableSchema t = f.table("there", List.of("id"), "id integer", "v text");
        f.db.execute("INSERT INTO there VALUES (1, 'theirs')");
        RowMutation[] rows = {f.insert(t, "1", "ours"), f.insert(t, "2", "ours")};
        TargetException refused = f.refused(rows);
        assertThat(refused.kind()).isEqualTo(Kind.ROW_EXISTS);
        assertThat(refused.getMessage()).contains("public.there").doesNotContain("theirs");
        assertThat(f.rows("SELECT * FROM there ORDER BY id")).containsExactly("1|theirs");
        f.apply(rows);
        assertThat(f.rows("SELECT * FROM there ORDER BY id")).containsExactly("1|ours", "2|ours");
    }

    @Test
    void children_go_or_change_with_their_parents() {
        TableSchema tree = f.table("tree", List.of("id"), "id integer", "up integer");
        TableSchema leaf = f.table("leaf", List.of("id"), "id integer", "t integer");
        TableSchema tag = f.table("tag", List.of(), "t integer", "v text");
        f.db.execute(
                "INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2), (4, 3), (5, 4), (9, NULL), (10, 9);"
                        + " INSERT INTO leaf VALUES (1, 1), (2, 5), (3, 9); INSERT INTO tag VALUES (1, 'a'), (9, 'b'), (9, 'b')");
        Hop branch = new Hop(tree, List.of(1), List.of(0), true, false);
        Hop leaves = new Hop(leaf, List.of(1), List.of(0), false, false);
        Hop tags = new Hop(tag, List.of(0), List.of(0), false, false);
        f.apply(List.of(
                f.cascade(
                        List.of(
                                new Dependents(List.of(branch, leaves), List.of()),
                                new Dependents(List.of(branch), List.of()),
                                new Dependents(List.of(tags), List.of(new NewValue(0, NewValue.NULL)))),
                        null,
                        LaneFixture.tuple("1")),
                f.delete(tree, "1", "-"),
                f.cascade(
                        List.of(new Dependents(List.of(tags), List.of(new NewValue(0, 0)))),
                        LaneFixture.tuple("99"),
                        LaneFixture.tuple("9"))));
        assertThat(f.rows("SELECT * FROM tree ORDER BY id")).containsExactly("9|null", "10|9");
        assertThat(f.rows("SELECT * FROM leaf ORDER BY id")).containsExactly("1|1", "3|9");
        assertThat(f.rows("SELECT * FROM tag ORDER BY v")).containsExactly("null|a", "99|b", "99|b");
    }

    @Test
    void another_rows_unique_value_is_never_overwritten() {
        TableSchema t = f.table("u", List.of("id"), "id integer", "v integer");
        f.db.execute("ALTER TABLE u ADD UNIQUE KEY (v); INSERT INTO u VALUES (1, 10), (2, 20), (3, 30)");
        LaneFixture.await(f.target.schema().prepare(List.of(io.penstock.model.TableDefinition.ofShape(t)), true));
        assertThat(f.target.schema().ties()).containsKey(t.name());
        f.apply(f.update(t, "1", "20"), f.update(t, "2", "10"));
        assertThat(f.rows("SELECT * FROM u ORDER BY id")).containsExactly("1|20", "2|10", "3|30");
        assertThat(f.refused(f.update(t, "1", "30")).kind()).isEqualTo(Kind.DATA);
        assertThat(f.rows("SELECT * FROM u ORDER BY id")).containsExactly("1|20", "2|10", "3|30");
    }

    @Test
    void columns_that_only_the_target_has_keep_their_values() {
        TableSchema t = f.table("own", List.of("id"), "id integer", "v integer");
        f.db.execute("ALTER TABLE own ADD COLUMN note varchar(20) DEFAULT 'none', ADD UNIQUE KEY (v);"
                + " INSERT INTO own VALUES (1, 10, 'mine')");
        LaneFixture.await(f.target.schema().prepare(List.of(io.penstock.model.TableDefinition.ofShape(t)), true));
        f.apply(f.update(t, "1", "11"), f.insert(t, "2", "20"));
        f.apply(f.update(t, LaneFixture.tuple("1", "-"), "7", "11"));
        assertThat(f.rows("SELECT id, v, note FROM own ORDER BY id")).containsExactly("2|20|none", "7|11|mine");
    }

    @Test
    void of_equal_rows_of_a_keyless_table_exactly_one_goes() {
        TableSchema t = f.table("bag", List.of(), "a integer", "b text", "c double precision");
        f.apply(
                f.insert(t, "1", "x", "0.1"),
                f.insert(t, "1", "x", "0.1"),
                f.insert(t, "1", "X", "0.1"),
                f.insert(t, null, "x ", null),
                f.insert(t, null, "x ", null));
        f.apply(f.delete(t, "1", "x", "0.1"), f.delete(t, null, "x ", null));
        assertThat(f.rows("SELECT a, b, c FROM bag ORDER BY a, BINARY b"))
                .containsExactly("null|x |null", "1|X|0.1", "1|x|0.1");
        f.apply(f.update(t, LaneFixture.tuple("1", "x", "0.1"), "2", "y", "1e+300"));
        f.apply(f.delete(t, "9", "none", null));
        assertThat(f.conflicts).containsExactly("public.bag 1");
        assertThat(f.db.number("SELECT COUNT(*) FROM bag WHERE a = 2 AND c = 1e300"))
                .isEqualTo(1);
    }

    @Test
    void a_row_that_is_missing_is_made_or_told() {
        TableSchema t = f.table("gone", List.of("id"), "id integer", "v text", "w text");
        f.apply(f.update(t, "1", "a", "b"), f.delete(t, "2", "-", "-"));
        assertThat(f.rows("SELECT * FROM gone")).containsExactly("1|a|b");
        assertThat(f.conflicts).containsExactly("public.gone 1");
        TargetException refused = f.refused(f.update(t, "3", "a", "-"));
        assertThat(refused.kind()).isEqualTo(Kind.DATA);
        assertThat(refused.getMessage()).contains("public.gone", "not on the target");
    }

    @Test
    void a_value_that_does_not_fit_names_its_column_and_nothing_is_written() {
        TableSchema t =
                f.table("fit", List.of("id"), "id integer", "d date", "n numeric(5,2)", "s character varying(3)");
        for (String[] row : List.of(
                new String[] {"1", "infinity", "1", "a"},
                new String[] {"1", "0044-03-15 BC", "1", "a"},
                new String[] {"1", "2024-01-01", "NaN", "a"},
                new String[] {"1", "2024-01-01", "1.234", "a"},
                new String[] {"1", "2024-01-01", "1", "abc "})) {
            TargetException refused = f.refused(f.insert(t, row));
            assertThat(refused.kind()).isEqualTo(Kind.DATA);
            assertThat(refused.getMessage()).containsPattern("public.fit.*column [dns] ");
        }
        assertThat(f.refused(f.insert(t, "1", "2024-01-01", "1000", "a")).getMessage())
                .contains("column \"n\"")
                .doesNotContain("1000");
        assertThat(f.db.number("SELECT COUNT(*) FROM fit")).isZero();
    }

    @Test
    void a_transaction_that_grows_is_there_whole_or_not_at_all() {
        TableSchema t = f.table("big", List.of("id"), "id integer", "v text");
        LaneWriter lane = f.lane();
        f.call(() -> lane.begin(LaneFixture.at(0)));
        f.call(() -> lane.append(rows(t, 0, 5_000)));
        f.call(() -> lane.append(rows(t, 5_000, 10_000)));
        assertThat(f.db.number("SELECT COUNT(*) FROM big")).isZero();
        f.call(() -> lane.commit(LaneFixture.at(0), LaneFixture.at(9)));
        assertThat(f.db.number("SELECT COUNT(*) FROM big")).isEqualTo(10_000);
        f.call(() -> lane.begin(LaneFixture.at(9)));
        Future<Void> good = f.send(() -> lane.append(rows(t, 10_000, 10_010)));
        Future<Void> bad = f.send(() -> lane.append(rows(t, 5, 6)));
        Future<Void> behind = f.send(() -> lane.commit(LaneFixture.at(9), LaneFixture.at(10)));
        LaneFixture.await(good);
        assertThat(LaneFixture.failure(bad).kind()).isEqualTo(Kind.ROW_EXISTS);
        assertThat(LaneFixture.failure(behind).kind()).isEqualTo(Kind.FENCED);
        f.call(lane::close);
        assertThat(f.db.number("SELECT COUNT(*) FROM big")).isEqualTo(10_000);
        assertThat(f.position()).isEqualTo(9);
    }

    private List<RowMutation> rows(TableSchema table, int from, int to) {
        List<RowMutation> rows = new ArrayList<>();
        for (int i = from; i < to; i++) {
            rows.add(f.insert(table, "" + i, "v" + i));
        }
        return rows;
    }

    @Test
    void calls_behind_one_that_failed_write_nothing() {
        TableSchema t = f.table("chain", List.of("id"), "id integer", "v smallint");
        LaneWriter lane = f.lane();
        Future<Void> first =
                f.send(() -> lane.apply(List.of(f.insert(t, "1", "1")), LaneFixture.at(0), LaneFixture.at(1)));
        Future<Void> second =
                f.send(() -> lane.apply(List.of(f.insert(t, "2", "99999")), LaneFixture.at(1), LaneFixture.at(2)));
        Future<Void> third =
                f.send(() -> lane.apply(List.of(f.insert(t, "3", "3")), LaneFixture.at(2), LaneFixture.at(3)));
        LaneFixture.await(first);
        assertThat(LaneFixture.failure(second).kind()).isEqualTo(Kind.DATA);
        assertThat(LaneFixture.failure(third).kind()).isEqualTo(Kind.FENCED);
        assertThat(f.rows("SELECT id FROM chain")).containsExactly("1");
        assertThat(f.position()).isEqualTo(1);
    }

    @Test
    void a_reign_that_is_over_writes_nothing() {
        TableSchema t = f.table("fence", List.of("id"), "id integer", "v text");
        LaneWriter old = f.lane();
        LaneWriter open = f.lane();
        f.reign();
        TargetException refused = LaneFixture.failure(
                f.send(() -> old.apply(List.of(f.insert(t, "1", "old")), LaneFixture.at(0), LaneFixture.at(1))));
        assertThat(refused.kind()).isEqualTo(Kind.FENCED);
        assertThat(LaneFixture.failure(f.send(() -> open.begin(LaneFixture.at(0))))
                        .kind())
                .isEqualTo(Kind.FENCED);
        f.apply(f.insert(t, "2", "new"));
        assertThat(f.rows("SELECT * FROM fence")).containsExactly("2|new");
    }

    @Test
    void an_earlier_reigns_session_is_ended_with_its_locks() {
        TableSchema t = f.table("held", List.of("id"), "id integer", "v text");
        LaneWriter frozen = f.lane();
        f.call(() -> frozen.begin(LaneFixture.at(0)));
        f.call(() -> frozen.append(List.of(f.insert(t, "1", "frozen"))));
        List<String> warnings = LaneFixture.await(f.target.endSessionsBefore(
                new io.penstock.model.LoopName("lane-test"), new io.penstock.model.Epoch(1_000_000)));
        assertThat(warnings).isEmpty();
        f.reign();
        f.apply(f.insert(t, "1", "new"));
        assertThat(f.rows("SELECT * FROM held")).containsExactly("1|new");
        assertThat(LaneFixture.failure(f.send(() -> frozen.commit(LaneFixture.at(0), LaneFixture.at(1))))
                        .kind())
                .isEqualTo(Kind.RETRYABLE);
    }

    @Test
    void a_connection_that_is_killed_in_a_transaction_takes_all_of_it_back() {
        TableSchema t = f.table("killed", List.of("id"), "id integer", "v text");
        LaneWriter lane = f.lane();
        f.call(() -> lane.begin(LaneFixture.at(0)));
        f.call(() -> lane.append(List.of(f.insert(t, "1", "a"))));
        f.db.execute("KILL " + f.db.number("SELECT MAX(connection) FROM penstock.sessions"));
        TargetException failure = LaneFixture.failure(f.send(() -> lane.append(List.of(f.insert(t, "2", "b")))));
        assertThat(failure.kind()).isEqualTo(Kind.RETRYABLE);
        assertThat(LaneFixture.failure(f.send(() -> lane.commit(LaneFixture.at(0), LaneFixture.at(1))))
                        .kind())
                .isEqualTo(Kind.FENCED);
        assertThat(f.db.number("SELECT COUNT(*) FROM killed")).isZero();
        f.apply(f.insert(t, "1", "again"));
        assertThat(f.rows("SELECT * FROM killed")).containsExactly("1|again");
    }

    @Test
    void locks_that_do_not_come_and_deadlocks_may_be_tried_again() throws SQLException {
        TableSchema t = f.table("locked", List.of("id"), "id integer", "v text");
        f.apply(f.insert(t, "1", "a"), f.insert(t, "2", "b"));
        try (Connection other = f.db.connect()) {
            MysqlSql.execute(other, "BEGIN; UPDATE locked SET v = 'other' WHERE id = 1");
            assertThat(f.refused(f.update(t, "1", "ours")).kind()).isEqualTo(Kind.RETRYABLE);
            LaneWriter lane = f.lane();
            long at = f.position();
            // Weighs less than the other's transaction, so that the server ends this one.
            MysqlSql.execute(
                    other,
                    "INSERT INTO locked SELECT seq, 'w' FROM (SELECT 11 seq UNION SELECT 12"
                            + " UNION SELECT 13 UNION SELECT 14 UNION SELECT 15) s");
            Future<Void> ours = f.send(() -> lane.apply(
                    List.of(f.update(t, "2", "ours"), f.update(t, "1", "ours")),
                    LaneFixture.at(at),
                    LaneFixture.at(at + 1)));
            Eventually.isTrue(
                    "ours waits",
                    () -> f.db.number("SELECT COUNT(*) FROM information_schema.processlist WHERE time >= 1"
                                    + " AND info LIKE '%ours%' AND id <> CONNECTION_ID()")
                            > 0);
            try {
                MysqlSql.execute(other, "UPDATE locked SET v = 'other' WHERE id = 2");
            } catch (SQLException victim) {
                assertThat(victim.getErrorCode()).isEqualTo(1213);
                LaneFixture.await(ours);
                return;
            }
            TargetException failure = LaneFixture.failure(ours);
            assertThat(failure.kind()).isEqualTo(Kind.RETRYABLE);
        }
    }

    @Test
    void tables_are_emptied_inside_the_transaction() {
        TableSchema t = f.table("emptied", List.of("id"), "id integer", "v text");
        f.apply(f.insert(t, "1", "a"));
        LaneWriter lane = f.lane();
        long at = f.position();
        Truncate truncate = new Truncate(f.insert(t, "0", "").stamp(), 9, List.of(t), false, false);
        f.call(() -> lane.apply(
                List.of(f.insert(t, "2", "b"), truncate, f.insert(t, "3", "c")),
                LaneFixture.at(at),
                LaneFixture.at(at + 1)));
        assertThat(f.rows("SELECT id FROM emptied")).containsExactly("3");
    }

    @Test
    void texts_longer_than_a_packet_go_in_parts_and_a_row_that_can_not_is_named_with_the_setting() {
        TableSchema t = f.table("wide", List.of("id"), "id integer", "v text");
        List<RowMutation> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rows.add(f.insert(t, "" + i, "é".repeat(500_000)));
        }
        f.apply(rows);
        assertThat(f.db.number("SELECT SUM(CHAR_LENGTH(v)) FROM wide")).isEqualTo(20_000_000);
        long packet = f.db.number("SELECT @@max_allowed_packet");
        TargetException refused = f.refused(f.insert(t, "99", "x".repeat((int) packet)));
        assertThat(refused.getMessage()).contains("max_allowed_packet");
        assertThat(refused.kind()).isEqualTo(Kind.DATA);
    }
}
