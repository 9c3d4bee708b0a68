package io.penstock.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.model.Column;
import io.penstock.model.Mutation;
import io.penstock.model.Mutation.Commit;
import io.penstock.model.Mutation.Insert;
import io.penstock.model.TableName;
import io.penstock.model.TableSchema;
import io.penstock.model.Tuple;
import io.penstock.stamp.LsnStamp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassageTest {
    private static final TableSchema TABLE = new TableSchema(
            new TableName("public", "t"), 1, List.of(new Column("id", "integer", 1)), List.of(0), false);

    private final List<Long> visible = new ArrayList<>();
    private final Passage passage = new Passage(at(100), visible::add);

    @Test
    void starts_drained_at_its_border() {
        assertThat(passage.isDrained()).isTrue();
        assertThat(passage.isAtBorder()).isTrue();
        assertThat(passage.consistentPoint()).isEqualTo(at(100));
        assertThat(passage.oldestCommitMicros()).isZero();
    }

    @Test
    void an_open_transaction_is_neither_a_border_nor_drained() {
        passage.cameIn(List.of(insert(200)));
        assertThat(passage.isAtBorder()).isFalse();
        passage.idle(at(500));
        assertThat(passage.consistentPoint()).isEqualTo(at(100));
    }

    @Test
    void the_oldest_commit_that_is_not_durable_is_the_lag() {
        passage.cameIn(List.of(insert(200), new Commit(at(200), 7)));
        passage.cameIn(List.of(insert(300), new Commit(at(300), 9)));
        assertThat(passage.oldestCommitMicros()).isEqualTo(7);
        assertThat(passage.transactionsUnderWay()).isEqualTo(2);
        passage.durable(at(200));
        assertThat(passage.oldestCommitMicros()).isEqualTo(9);
        assertThat(passage.transactionsUnderWay()).isEqualTo(1);
        assertThat(visible).containsExactly(7L);
    }

    @Test
    void an_idle_position_counts_once_all_before_it_is_durable() {
        passage.cameIn(List.of(insert(200), new Commit(at(200), 7)));
        passage.idle(at(400));
        assertThat(passage.consistentPoint()).isEqualTo(at(100));
        passage.durable(at(200));
        assertThat(passage.consistentPoint()).isEqualTo(at(400));
    }

    @Test
    void an_idle_position_is_forgotten_when_more_comes_in() {
        passage.cameIn(List.of(insert(200), new Commit(at(200), 7)));
        passage.idle(at(400));
        passage.cameIn(List.of(insert(500)));
        passage.durable(at(200));
        assertThat(passage.consistentPoint()).isEqualTo(at(200));
    }

    @Test
    void the_point_never_goes_back() {
        passage.cameIn(List.of(insert(300), new Commit(at(300), 9)));
        passage.durable(at(300));
        passage.durable(at(200));
        passage.idle(at(250));
        assertThat(passage.consistentPoint()).isEqualTo(at(300));
    }

    private static LsnStamp at(long lsn) {
        return new LsnStamp(lsn, lsn);
    }

    private static Mutation insert(long lsn) {
        return new Insert(at(lsn), 1, TABLE, Tuple.of("1"));
    }
}
