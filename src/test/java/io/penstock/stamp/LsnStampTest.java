package io.penstock.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LsnStampTest {
    @Test
    void the_transaction_is_read_back_where_it_was_written() {
        LsnStamp stamp = new LsnStamp(0x1_0000_0010L, 0x1_0000_0040L, -1);
        assertThat(stamp.text()).isEqualTo("lsn:1/10,1/40");
        assertThat(stamp.textWithTransaction()).isEqualTo("lsn:1/10,1/40,4294967295");
        assertThat(LsnStamp.parse(stamp.textWithTransaction()).xid()).isEqualTo(-1);
        assertThat(LsnStamp.parse(stamp.text()).xid()).isZero();
        assertThat(LsnStamp.parse(stamp.text())).isEqualTo(stamp).hasSameHashCodeAs(stamp);
        assertThat(LsnStamp.parse(stamp.text()).compare(stamp)).isEqualTo(Order.EQUAL);
        assertThatThrownBy(() -> LsnStamp.parse("lsn:1/10,1/40,x")).isInstanceOf(UnreadableStampException.class);
    }
}
