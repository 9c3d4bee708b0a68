package io.penstock.sequencer.fan;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.stamp.LsnStamp;
import org.junit.jupiter.api.Test;

class PassedPointTest {
    private final PassedPoint passed = new PassedPoint();

    @Test
    void waits_for_the_oldest_batch() {
        PassedPoint.Entry first = passed.open(at(10));
        PassedPoint.Entry second = passed.open(at(20));
        second.partDone();
        assertThat(passed.advance()).isNull();
        first.partDone();
        assertThat(passed.advance()).isEqualTo(at(20));
        assertThat(passed.isEmpty()).isTrue();
    }

    @Test
    void moves_while_new_batches_keep_coming() {
        PassedPoint.Entry head = passed.open(at(1));
        for (int i = 2; i < 1_000; i++) {
            PassedPoint.Entry next = passed.open(at(i));
            head.partDone();
            assertThat(passed.advance()).isEqualTo(at(i - 1));
            head = next;
        }
    }

    @Test
    void a_batch_counts_when_all_its_parts_do() {
        PassedPoint.Entry entry = passed.open(at(5));
        entry.partSent();
        entry.partSent();
        assertThat(entry.partDone()).isFalse();
        assertThat(entry.partDone()).isFalse();
        assertThat(passed.advance()).isNull();
        assertThat(entry.partDone()).isTrue();
        assertThat(passed.advance()).isEqualTo(at(5));
    }

    @Test
    void the_inside_of_a_transaction_is_no_point() {
        passed.open(null).partDone();
        assertThat(passed.advance()).isNull();
        assertThat(passed.isEmpty()).isTrue();
    }

    private static LsnStamp at(long lsn) {
        return new LsnStamp(lsn, lsn);
    }
}
