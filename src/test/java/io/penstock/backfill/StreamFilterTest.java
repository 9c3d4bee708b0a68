package io.penstock.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.backfill.CopyChunk.State;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Delete;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.TableDefinition;
import io.penstock.model.TableName;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamFilterTest {
    private FilterFixture f = new FilterFixture("bigint");

    @Test
    void what_is_not_read_yet_will_be_seen() {
        assertThat(f.passed(f.insert(1, "5"), f.update(1, "15"), f.delete(1, "25")))
                .as("nothing is planned")
                .isEmpty();
        f.plan("10");
        assertThat(f.passed(f.insert(2, "5"), f.insert(2, "15"))).isEmpty();
    }

    @Test
    void commits_and_other_tables_come_through() {
        Commit commit = new Commit(FilterFixture.stamp(1), 0);
        TableDefinition other = FilterFixture.table(new TableName("public", "other"), 8, "bigint");
        Insert elsewhere = new Insert(
                FilterFixture.stamp(1), 2, other.schema(), f.insert(1, "1").row());
        assertThat(f.passed(f.insert(1, "5"), elsewhere, commit)).containsExactly(elsewhere, commit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bigint", "text"})
    void a_finished_chunk_gets_what_its_moment_does_not_see(String type) {
        f = new FilterFixture(type);
        f.done("10", 5);
        f.done("20", 7);
        Mutation late = f.update(6, "10");
        Mutation later = f.insert(8, "20");
        assertThat(f.passed(f.update(5, "10"), late, f.update(6, "11"), f.update(7, "20"), later, f.insert(8, "21")))
                .as("bounds belong to the chunk that they end")
                .containsExactly(late, later);
    }

    @Test
    void texts_are_asked_for_once_a_batch() {
        f = new FilterFixture("text");
        f.done("10", 5);
        f.done(null, 5);
        assertThat(f.passed(f.update(6, "05"), f.update(6, "15"), f.delete(6, "25")))
                .hasSize(3);
        assertThat(f.questions).isOne();
    }

    @Test
    void a_key_behind_all_bounds_is_asked_for_again_when_more_is_planned_meanwhile() {
        f = new FilterFixture("text");
        f.done("10", 5);
        f.answer = Promise.promise();
        Future<List<Mutation>> passing = f.filter.pass(List.of(f.update(6, "15")));
        f.done("20", 5);
        f.answer.complete();
        assertThat(passing.result()).hasSize(1);
        assertThat(f.questions).isEqualTo(2);
    }

    @Test
    void the_stream_waits_for_a_chunk_that_does_not_see_a_change_and_for_one_of_unknown_moment() {
        CopyChunk chunk = f.plan("10");
        chunk.opening();
        Mutation unseen = f.update(6, "3");
        Mutation behind = new Commit(FilterFixture.stamp(6), 0);
        Future<List<Mutation>> passing = f.filter.pass(List.of(f.update(5, "3"), unseen, behind));
        assertThat(passing.isComplete()).isFalse();
        f.reading(chunk, 5);
        assertThat(passing.isComplete()).isFalse();
        f.finish(chunk);
        assertThat(passing.result()).containsExactly(unseen, behind);
    }

    @Test
    void a_chunk_that_failed_will_see_what_waited_for_it() {
        CopyChunk chunk = f.plan("10");
        f.reading(chunk, 5);
        Future<List<Mutation>> passing = f.filter.pass(List.of(f.update(6, "3")));
        assertThat(passing.isComplete()).isFalse();
        f.copy.again(chunk);
        f.changes.happened();
        assertThat(passing.result()).isEmpty();
    }

    @Test
    void a_change_that_a_chunk_being_read_sees_is_dropped_without_waiting() {
        f.reading(f.plan("10"), 5);
        assertThat(f.passed(f.update(5, "3"))).isEmpty();
    }

    @Test
    void a_row_that_moves_within_what_is_finished_moves() {
        f.done("10", 5);
        f.done("20", 5);
        Mutation move = f.move(6, "3", "13", false);
        assertThat(f.passed(move)).containsExactly(move);
    }

    @Test
    void a_row_that_leaves_for_a_chunk_that_will_see_it_is_deleted() {
        f.done("10", 5);
        assertThat(f.passed(f.move(6, "3", "13", true))).singleElement().isInstanceOfSatisfying(Delete.class, d -> {
            assertThat(d.old().text(0)).isEqualTo("3");
            assertThat(d.ordinal()).isOne();
        });
    }

    @Test
    void a_row_that_arrives_from_a_chunk_that_saw_it_leave_is_inserted() {
        f.done("10", 6);
        f.done("20", 5);
        assertThat(f.passed(f.move(6, "3", "13", true)))
                .singleElement()
                .isInstanceOfSatisfying(
                        Insert.class, i -> assertThat(i.row().text(1)).isEqualTo("moved"));
    }

    @Test
    void a_row_that_arrives_without_all_its_values_has_to_be_read() {
        f.done("10", 6);
        CopyChunk second = f.done("20", 5);
        assertThat(f.passed(f.move(6, "3", "13", false))).isEmpty();
        assertThat(f.told).containsExactly("DELETE chunks [public, t, 1]");
        assertThat(second.state()).isEqualTo(State.PENDING);
        assertThat(f.copy.isHeld(FilterFixture.stamp(5)))
                .as("what came before it may still be on its way")
                .isTrue();
        assertThat(f.copy.isHeld(FilterFixture.stamp(6))).isFalse();
        assertThat(f.copy.isDone()).isFalse();
    }

    @Test
    void where_no_part_can_be_replaced_the_whole_table_is_read_again() {
        f.replaceable = false;
        f.done("10", 6);
        f.done("20", 5);
        CopyChunk third = f.plan("30");
        f.reading(third, 5);
        Future<List<Mutation>> passing = f.filter.pass(List.of(f.move(6, "3", "13", false)));
        assertThat(passing.isComplete()).as("a chunk is in flight").isFalse();
        f.finish(third);
        assertThat(passing.result()).isEmpty();
        assertThat(f.copy.chunks()).isEmpty();
        assertThat(f.told).anyMatch(statement -> statement.startsWith("DELETE"));
    }

    @Test
    void a_truncate_that_every_chunk_sees_or_will_see_is_dropped() {
        f.done("10", 6);
        f.plan("20");
        assertThat(f.passed(f.truncate(6))).isEmpty();
    }

    @Test
    void a_truncate_that_no_chunk_sees_comes_through() {
        f.done("10", 5);
        f.plan("20");
        assertThat(f.passed(f.truncate(6))).hasSize(1);
        assertThat(f.told).isEmpty();
        assertThat(f.copy.isHeld(FilterFixture.stamp(5)))
                .as("what is read now must not be emptied")
                .isTrue();
    }

    @Test
    void chunks_that_see_a_truncate_which_others_do_not_are_read_again_behind_it() {
        f.done("10", 5);
        CopyChunk sees = f.done("20", 6);
        assertThat(f.passed(f.truncate(6))).hasSize(1);
        assertThat(f.told).containsExactly("DELETE chunks [public, t, 1]");
        assertThat(sees.state()).isEqualTo(State.PENDING);
        assertThat(f.passed(f.insert(7, "12"))).isEmpty();
        assertThat(f.passed(f.insert(7, "2"))).hasSize(1);
    }

    @Test
    void a_truncate_waits_for_chunks_in_flight() {
        f.done("10", 5);
        CopyChunk chunk = f.plan("20");
        f.reading(chunk, 5);
        Future<List<Mutation>> passing = f.filter.pass(List.of(f.truncate(6)));
        assertThat(passing.isComplete()).isFalse();
        f.finish(chunk);
        assertThat(passing.result()).hasSize(1);
    }

    @Test
    void a_cascade_comes_through_to_rows_that_do_not_show_it_only() {
        f.done(null, 5);
        assertThat(f.passed(f.cascade(5, f.table))).isEmpty();
        assertThat(f.passed(f.cascade(6, f.table))).hasSize(1);
        assertThat(f.told).isEmpty();
    }

    @Test
    void a_cascade_over_rows_that_are_not_there_as_they_were_has_its_table_read_again() {
        TableDefinition between = FilterFixture.table(new TableName("public", "between"), 8, "bigint");
        TableCopy way = new TableCopy(between);
        f.copies.restore(way);
        CopyChunk chunk = f.done(null, 5);
        assertThat(f.passed(f.cascade(6, between, f.table))).isEmpty();
        assertThat(chunk.state()).isEqualTo(State.PENDING);
        assertThat(f.copy.isHeld(FilterFixture.stamp(5))).isTrue();
    }

    @Test
    void a_cascade_over_rows_under_copy_takes_a_table_in_that_was_not() {
        TableDefinition child = FilterFixture.table(new TableName("public", "child"), 9, "bigint");
        f.done("10", 7);
        assertThat(f.passed(f.cascade(6, f.table, child))).isEmpty();
        assertThat(f.copies.get(child.name()).isHeld(FilterFixture.stamp(5))).isTrue();
    }

    @Test
    void a_table_to_be_read_again_is_taken_in_once_and_read_behind_it() {
        f.done(null, 5);
        Mutation before = f.update(6, "1");
        assertThat(f.passed(before, f.reread(7), f.update(8, "1"))).containsExactly(before);
        assertThat(f.copies.get(FilterFixture.T).isHeld(FilterFixture.stamp(6))).isTrue();
        assertThat(f.copies.get(FilterFixture.T).plans()).isOne();
    }

    @Test
    void a_table_that_is_not_under_copy_is_taken_in_too() {
        f.copies.end();
        assertThat(f.passed(f.reread(7))).isEmpty();
        assertThat(f.copies.get(FilterFixture.T)).isNotNull();
    }

    @Test
    void another_shape_waits_for_chunks_of_the_old_one_and_holds_those_of_the_new_one() {
        CopyChunk chunk = f.plan("10");
        f.reading(chunk, 5);
        assertThat(f.passed(f.described(4, f.table)))
                .as("a shape that fits changes nothing")
                .hasSize(1);
        f.fits = false;
        Future<List<Mutation>> passing = f.filter.pass(List.of(f.described(6, f.table)));
        assertThat(passing.isComplete()).isFalse();
        f.finish(chunk);
        assertThat(passing.result()).hasSize(1);
        assertThat(f.copy.isHeld(FilterFixture.stamp(5))).isTrue();
    }

    @Test
    void a_table_made_anew_or_with_another_key_begins_from_its_first_row() {
        f.done(null, 5);
        TableDefinition again = FilterFixture.table(FilterFixture.T, 99, "bigint");
        assertThat(f.passed(f.described(6, again), f.insert(6, "1"))).hasSize(1);
        assertThat(f.told.get(0)).startsWith("INSERT").contains("\"t\":\"t\"");
        assertThat(f.copy.isDone()).isFalse();
        assertThat(f.copy.isHeld(FilterFixture.stamp(5))).isTrue();
    }

    @Test
    void a_table_that_is_renamed_while_it_is_copied_is_copied_under_its_new_name() {
        f.done("10", 5);
        TableName renamed = new TableName("public", "renamed");
        assertThat(f.passed(f.described(6, FilterFixture.table(renamed, 7, "bigint"))))
                .hasSize(1);
        assertThat(f.copies.get(renamed).isDone()).isFalse();
    }

    @Test
    void what_comes_of_a_table_that_is_gone_is_dropped() {
        f.done("10", 5);
        f.plan("20");
        f.copy.gone();
        assertThat(f.passed(f.update(6, "3"), f.delete(6, "13"))).isEmpty();
        assertThat(f.copy.isDone()).isTrue();
    }

    @Test
    void each_transaction_is_remembered_until_it_is_seen() {
        f.passed(f.insert(3, "5"), f.insert(4, "5"));
        assertThat(f.delivered.now()).containsExactly(FilterFixture.stamp(3), FilterFixture.stamp(4));
        var before = f.delivered.now();
        f.delivered.seen(FilterFixture.moment(3));
        assertThat(f.delivered.now()).containsExactly(FilterFixture.stamp(4));
        assertThat(before)
                .as("a moment that was taken before may not see what is visible by now")
                .hasSize(2);
        DeliveredTransactions later = DeliveredTransactions.parse(f.delivered.text());
        assertThat(later.now()).isEqualTo(f.delivered.now());
        assertThat(FilterFixture.moment(3).sees(later.now().get(0))).isFalse();
        later.seen(FilterFixture.moment(4));
        assertThat(later.text()).isNull();
    }
}
