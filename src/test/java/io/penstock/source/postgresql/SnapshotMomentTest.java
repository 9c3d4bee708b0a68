package io.penstock.source.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.source.Moment;
import io.penstock.source.SourceException;
import io.penstock.stamp.LsnStamp;
import org.junit.jupiter.api.Test;

class SnapshotMomentTest {
    private static LsnStamp transaction(long xid) {
        return new LsnStamp(1, 1, (int) xid);
    }

    @Test
    void seesWhatHadEndedAndNothingThatRanOrCameLater() {
        Moment moment = SnapshotMoment.parse("100:110:100,104");
        assertThat(moment.sees(transaction(99))).isTrue();
        assertThat(moment.sees(transaction(100))).isFalse();
        assertThat(moment.sees(transaction(103))).isTrue();
        assertThat(moment.sees(transaction(104))).isFalse();
        assertThat(moment.sees(transaction(109))).isTrue();
        assertThat(moment.sees(transaction(110))).isFalse();
        assertThat(moment.text()).isEqualTo("100:110:100,104");
        assertThat(SnapshotMoment.parse("7:7:").text()).isEqualTo("7:7:");
    }

    @Test
    void theNumbersOfTheLogBelongToTheEpochNearTheSnapshot() {
        long epoch = 1L << 32;
        Moment moment = SnapshotMoment.parse((epoch - 5) + ":" + (epoch + 10) + ":" + (epoch - 5));
        assertThat(moment.sees(transaction(epoch - 6))).isTrue();
        assertThat(moment.sees(transaction(epoch - 5))).isFalse();
        assertThat(moment.sees(transaction(epoch - 4))).isTrue();
        assertThat(moment.sees(transaction(epoch + 9))).isTrue();
        assertThat(moment.sees(transaction(epoch + 10))).isFalse();
        Moment late = SnapshotMoment.parse((3 * epoch + 2_500_000_000L) + ":" + (3 * epoch + 2_500_000_000L) + ":");
        assertThat(late.sees(transaction(2_499_999_999L))).isTrue();
        assertThat(late.sees(transaction(2_500_000_000L))).isFalse();
    }

    @Test
    void whatIsNoSnapshotIsNotGuessed() {
        assertThatThrownBy(() -> SnapshotMoment.parse("12:x:")).isInstanceOf(SourceException.class);
    }
}
